/** Room between what is sent: after a quiet moment nothing waits, and what comes soon after waits for the rest of it. */
export class Pace {
  readonly #every: number;
  readonly #now: () => number;
  #last = Number.NEGATIVE_INFINITY;

  /** `now` is a watch in ms that nobody sets. */
  constructor(every: number, now: () => number = () => performance.now()) {
    this.#every = every;
    this.#now = now;
  }

  /** Until the next may be sent, ms; 0 when it may be now. */
  get left(): number {
    return Math.max(0, this.#last + this.#every - this.#now());
  }

  /** Something was sent. */
  sent(): void {
    this.#last = this.#now();
  }
}
