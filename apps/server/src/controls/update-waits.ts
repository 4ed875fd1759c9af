import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { UpdateEnd } from '#ports/controls.ts';
import type { Timers } from './timers.ts';

interface Wait {
  readonly id: string;
  readonly topic: Topic;
  readonly end: (how: UpdateEnd | undefined) => void;
}

/** Viewers of this server who wait for what their updates come to. */
export class UpdateWaits {
  readonly #timers: Timers;
  /** By id: one that was sent again is waited for twice. */
  readonly #waits = new Map<string, Set<Wait>>();
  /** The same by topic: a word about one report costs nothing for those that wait in others. */
  readonly #ofTopic = new Map<Topic, Set<Wait>>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  get isFull(): boolean {
    return this.#waits.size >= limits.controls.callers;
  }

  /** Updates whose end is waited for, of one topic or of all. */
  ids(topic?: Topic): string[] {
    if (topic === undefined) return [...this.#waits.keys()];
    return [
      ...new Set(
        this.#ofTopic
          .get(topic)
          ?.values()
          .map(({ id }) => id),
      ),
    ];
  }

  /** Call before the update can end; resolves with how it ended, undefined when nobody said so in time. */
  open(id: string, topic: Topic): { readonly ended: Promise<UpdateEnd | undefined>; close(): void } {
    const { promise, resolve } = Promise.withResolvers<UpdateEnd | undefined>();
    const end = (how: UpdateEnd | undefined) => {
      this.#forget(wait);
      cancel();
      resolve(how);
    };
    const wait: Wait = { id, topic, end };
    const cancel = this.#timers.after(limits.controlAck, () => end(undefined));
    put(this.#waits, id, wait);
    put(this.#ofTopic, topic, wait);
    return { ended: promise, close: () => end(undefined) };
  }

  /** Says how an update ended, to whoever waits for it here. */
  end(id: string, how: UpdateEnd): void {
    for (const wait of [...(this.#waits.get(id) ?? [])]) wait.end(how);
  }

  #forget(wait: Wait): void {
    take(this.#waits, wait.id, wait);
    take(this.#ofTopic, wait.topic, wait);
  }
}

function put<Key>(waits: Map<Key, Set<Wait>>, key: Key, wait: Wait): void {
  waits.set(key, (waits.get(key) ?? new Set()).add(wait));
}

function take<Key>(waits: Map<Key, Set<Wait>>, key: Key, wait: Wait): void {
  const some = waits.get(key);
  some?.delete(wait);
  if (some?.size === 0) waits.delete(key);
}
