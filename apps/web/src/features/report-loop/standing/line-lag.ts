import { limits } from '@sheetwire/contract/limits';

const { most, ask } = limits.lineLag;

/**
 * Finds a line on which everything comes, and comes late: bytes that drip keep it alive while the figures on it grow old.
 * A version that was long on its way is a suspicion (it may only be an old one that is caught up on); the server's word
 * of what is newest decides, by whether that is shown in time.
 */
export class LineLag {
  #isSuspect = false;
  #isLagging = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  #wait: number = ask.first;
  /** What the server said is newest, and when; asked for and not said yet, it is later than any. */
  #awaited: { readonly version: number; readonly since: number } | undefined;

  /** What came was long on its way; what is shown falls behind for longer than a viewer may believe it. */
  get isLagging(): boolean {
    return this.#isLagging;
  }

  /** A version came so many ms after it was published. */
  came(lag: number): void {
    this.#isSuspect = lag > most;
    if (!this.#isSuspect) this.forget();
  }

  /** The server is to be asked what is newest: more and more rarely where the suspicion was never right. */
  isDue(now: number): boolean {
    return this.#isSuspect && this.#awaited === undefined && Math.abs(now - this.#askedAt) >= this.#wait;
  }

  asked(now: number): void {
    this.#askedAt = now;
    this.#awaited = { version: Number.POSITIVE_INFINITY, since: now };
  }

  /** The server said what is newest. */
  told(newest: number, now: number): void {
    if (this.#awaited) this.#awaited = { version: newest, since: now };
  }

  /** This version is shown now. */
  shown(version: number, now: number): void {
    if (!this.#awaited) return;
    const isLate = now - this.#awaited.since > limits.liveGrace;
    if (isLate) this.#isLagging = true;
    if (version < this.#awaited.version) return;
    this.#awaited = undefined;
    this.#wait = isLate ? ask.first : Math.min(2 * this.#wait, ask.most);
    if (isLate) return;
    this.#isLagging = false;
    this.#isSuspect = false;
  }

  /** The line is in time, or another one. */
  forget(): void {
    this.#isSuspect = false;
    this.#isLagging = false;
    this.#awaited = undefined;
    this.#wait = ask.first;
  }
}
