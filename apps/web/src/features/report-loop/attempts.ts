import { backoff } from '@sheetwire/client/backoff';
import { limits } from '@sheetwire/contract/limits';

/** How the last fetches went, and when the next may be made. */
export class Attempts {
  readonly #chance: () => number;
  #failures = 0;
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(chance: () => number) {
    this.#chance = chance;
  }

  get hasFailed(): boolean {
    return this.#failures > 0;
  }

  /** How long an answer may take: a line that is only slow gets one in the end. */
  within(returnReport: boolean): number {
    const most = limits.callAnswer;
    return returnReport ? most : Math.min(most, limits.checkAnswer * 2 ** this.#failures);
  }

  isDue(now: number): boolean {
    return now >= this.#notBefore;
  }

  answered(): void {
    this.#failures = 0;
  }

  /** Waits longer after each failure, and as long as the server says. */
  failed(now: number, atLeast = 0): void {
    this.#notBefore = now + Math.max(atLeast, backoff(limits.pollRetry, this.#failures, this.#chance));
    this.#failures++;
  }

  postpone(until: number): void {
    this.#notBefore = until;
  }

  /** Something changed: the next may be made at once. */
  forgive(): void {
    this.#failures = 0;
    this.#notBefore = Number.NEGATIVE_INFINITY;
  }
}
