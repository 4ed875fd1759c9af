import type { Clock } from '@sheetwire/client/clock';
import { limits } from '@sheetwire/contract/limits';

/**
 * When work is done for changes: once nothing changed for a moment, under constant change now and then, and never twice at
 * once. It counts by timers alone, so that a clock that is set meanwhile changes nothing.
 */
export class Pace {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #work: () => Promise<void>;
  #quiet: (() => void) | undefined;
  #latest: (() => void) | undefined;
  #rests = 0;
  #isDue = false;
  #isStopped = false;
  #working: Promise<void> | undefined;

  constructor(clock: Pick<Clock, 'after'>, work: () => Promise<void>) {
    this.#clock = clock;
    this.#work = work;
  }

  /** Something may have changed. */
  hint(): void {
    if (this.#isStopped) return;
    this.#quiet?.();
    this.#quiet = this.#clock.after(limits.liveBook.quiet, () => this.now());
    this.#latest ??= this.#clock.after(limits.liveBook.latest, () => this.now());
  }

  /** The work is due. */
  now(): void {
    this.#forgetTimers();
    this.#isDue = !this.#isStopped;
    this.#try();
  }

  /** Nothing is done for so long. */
  rest(ms: number): void {
    this.#rests++;
    this.#clock.after(ms, () => {
      this.#rests--;
      this.#try();
    });
  }

  /** Work is due, and waits for its time. */
  get isWaiting(): boolean {
    return this.#isDue;
  }

  /** Resolves when no work is under way. */
  async settled(): Promise<void> {
    while (this.#working) await this.#working;
  }

  stop(): void {
    this.#isStopped = true;
    this.#isDue = false;
    this.#forgetTimers();
  }

  #forgetTimers(): void {
    this.#quiet?.();
    this.#latest?.();
    this.#quiet = undefined;
    this.#latest = undefined;
  }

  #try(): void {
    if (!this.#isDue || this.#rests > 0 || this.#working) return;
    this.#isDue = false;
    this.#working = this.#work().finally(() => {
      this.#working = undefined;
      this.#try();
    });
  }
}
