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
