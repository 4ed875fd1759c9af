import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { UpdateEnd } from '#ports/controls.ts';
import type { Timers } from './timers.ts';

interface Wait {
  readonly topic: Topic;
  readonly end: (how: UpdateEnd | undefined) => void;
}

/** Viewers of this server who wait for what their updates come to. */
export class UpdateWaits {
  readonly #timers: Timers;
  /** By id: one that was sent again is waited for twice. */
  readonly #waits = new Map<string, Set<Wait>>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  get isFull(): boolean {
    return this.#waits.size >= limits.controls.callers;
  }

  /** Updates whose end is waited for, of one topic or of all. */
  ids(topic?: Topic): string[] {
    const waits = [...this.#waits];
    return waits.filter(([, [wait]]) => topic === undefined || wait?.topic === topic).map(([id]) => id);
  }

  /** Call before the update can end; resolves with how it ended, undefined when nobody said so in time. */
  open(id: string, topic: Topic): { readonly ended: Promise<UpdateEnd | undefined>; close(): void } {
    const { promise, resolve } = Promise.withResolvers<UpdateEnd | undefined>();
    const end = (how: UpdateEnd | undefined) => {
      this.#forget(id, wait);
      cancel();
      resolve(how);
    };
    const wait: Wait = { topic, end };
    const cancel = this.#timers.after(limits.controlAck, () => end(undefined));
    this.#waits.set(id, (this.#waits.get(id) ?? new Set()).add(wait));
    return { ended: promise, close: () => end(undefined) };
  }

  /** Says how an update ended, to whoever waits for it here. */
  end(id: string, how: UpdateEnd): void {
    for (const wait of [...(this.#waits.get(id) ?? [])]) wait.end(how);
  }

  #forget(id: string, wait: Wait): void {
    const waits = this.#waits.get(id);
    waits?.delete(wait);
    if (waits?.size === 0) this.#waits.delete(id);
  }
}
