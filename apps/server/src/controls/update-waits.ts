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
  readonly #waits = new Map<string, Wait>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  get isFull(): boolean {
    return this.#waits.size >= limits.controls.callers;
  }

  /** Updates whose end is waited for, of one topic or of all. */
  ids(topic?: Topic): string[] {
    const waits = [...this.#waits];
    return waits.filter(([, wait]) => topic === undefined || wait.topic === topic).map(([id]) => id);
  }

  /** Call before the update can end; resolves with how it ended, undefined when nobody said so in time. */
  open(id: string, topic: Topic): Promise<UpdateEnd | undefined> {
    return new Promise((resolve) => {
      const end = (how: UpdateEnd | undefined) => {
        this.#waits.delete(id);
        forget();
        resolve(how);
      };
      const forget = this.#timers.after(limits.controlAck, () => end(undefined));
      this.#waits.set(id, { topic, end });
    });
  }

  /** Says how an update ended, to whoever waits for it here. */
  end(id: string, how: UpdateEnd | undefined): void {
    this.#waits.get(id)?.end(how);
  }
}
