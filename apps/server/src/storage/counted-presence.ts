import { limits } from '@sheetwire/contract/limits';
import type { Presence } from '#ports/stores.ts';

/**
 * Whether a database answers, counted in questions, so that a server which itself stood still finds nothing missing
 * (decision 55). `ask` rejects without an answer; `onFault` hears what a listener throws.
 */
export class CountedPresence implements Presence {
  readonly #ask: () => Promise<void>;
  readonly #onFault: (fault: unknown) => void;
  readonly #listeners: ((isThere: boolean) => void)[] = [];
  readonly #timer: NodeJS.Timeout;
  #isAsking = false;
  #isAnswered = true;
  #unanswered = 0;
  #isThere = true;
  #isOverdue: () => boolean = () => false;

  constructor(ask: () => Promise<void>, onFault: (fault: unknown) => void) {
    this.#ask = ask;
    this.#onFault = onFault;
    this.#timer = setInterval(() => this.#look(), limits.store.presence.every);
    this.#timer.unref();
  }

  onChange(listener: (isThere: boolean) => void): void {
    this.#listeners.push(listener);
  }

  onSilence(isOverdue: () => boolean): void {
    this.#isOverdue = isOverdue;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#unanswered = this.#isAnswered ? 0 : this.#unanswered + 1;
    this.#isAnswered = false;
    if (this.#unanswered >= this.#most()) this.#tell(false);
    if (!this.#isAsking) void this.#askOnce();
  }

  /** So many questions without an answer are too many. */
  #most(): number {
    const { unanswered, overdue } = limits.store.presence;
    return this.#unanswered >= overdue && this.#isOverdue() ? overdue : unanswered;
  }

  async #askOnce(): Promise<void> {
    this.#isAsking = true;
    const isAnswered = await this.#answers();
    this.#isAsking = false;
    if (!isAnswered) return;
    this.#isAnswered = true;
    this.#tell(true);
  }

  async #answers(): Promise<boolean> {
    try {
      await this.#ask();
      return true;
    } catch {
      // No answer is what is looked for.
      return false;
    }
  }

  #tell(isThere: boolean): void {
    if (this.#isThere === isThere) return;
    this.#isThere = isThere;
    for (const listener of this.#listeners) this.#tellOne(listener, isThere);
  }

  /** What a listener throws is no silence of the database, and no reason not to tell the others. */
  #tellOne(listener: (isThere: boolean) => void, isThere: boolean): void {
    try {
      listener(isThere);
    } catch (fault) {
      this.#onFault(fault);
    }
  }
}
