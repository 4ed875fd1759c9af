import type { LiveStream, StreamOwner } from './live-stream.ts';

/** Open streams by a fact of their owner, so that finding a few among ten thousand costs a look-up. */
export class StreamIndex<Key> {
  readonly #keyOf: (owner: StreamOwner) => Key;
  readonly #streams = new Map<Key, Set<LiveStream>>();

  constructor(keyOf: (owner: StreamOwner) => Key) {
    this.#keyOf = keyOf;
  }

  of(key: Key): ReadonlySet<LiveStream> {
    return this.#streams.get(key) ?? new Set();
  }

  keys(): Iterable<Key> {
    return this.#streams.keys();
  }

  add(stream: LiveStream): void {
    const key = this.#keyOf(stream.owner);
    const known = this.#streams.get(key);
    if (known) known.add(stream);
    else this.#streams.set(key, new Set([stream]));
  }

  remove(stream: LiveStream): void {
    const key = this.#keyOf(stream.owner);
    const known = this.#streams.get(key);
    known?.delete(stream);
    if (known?.size === 0) this.#streams.delete(key);
  }
}

/** Open streams are looked at in so many parts, one after another. */
export const ROUNDS = 5;

/** The open streams in parts, so that a look at one part costs nothing for the others. */
export class StreamRounds {
  readonly #parts = Array.from({ length: ROUNDS }, () => new Set<LiveStream>());

  /** Those of one round, counted from 0, as they come and go. */
  of(round: number): ReadonlySet<LiveStream> {
    return this.#parts[round % ROUNDS] ?? new Set();
  }

  add(stream: LiveStream): void {
    this.#parts[roundOf(stream.id)]?.add(stream);
  }

  remove(stream: LiveStream): void {
    this.#parts[roundOf(stream.id)]?.delete(stream);
  }
}

/** By the chance in a stream's id: its turn stays the same whoever comes and goes. */
function roundOf(id: string): number {
  return (id.charCodeAt(0) * 64 + id.charCodeAt(1)) % ROUNDS;
}
