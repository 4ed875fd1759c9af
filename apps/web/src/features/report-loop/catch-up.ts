import { limits } from '@sheetwire/contract/limits';

/** Waits for deltas that were asked for again from the shown version, but not for ever. */
export class CatchUp {
  #since: number | undefined;

  /** What to do while a newer version is known: ask, wait for what was asked, or fetch since nothing came. */
  next(now: number): 'ask' | 'wait' | 'fetch' {
    if (this.#since === undefined) {
      this.#since = now;
      return 'ask';
    }
    if (now - this.#since <= limits.streamDetect) return 'wait';
    this.#since = undefined;
    return 'fetch';
  }

  /** A delta was applied. */
  progressed(now: number, isThere: boolean): void {
    this.#since = isThere ? undefined : now;
  }

  reset(): void {
    this.#since = undefined;
  }
}
