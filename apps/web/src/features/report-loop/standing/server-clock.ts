/** Less than this is the way of an answer and the fraction of a second that its `Date` leaves out. */
const SMALLEST = 2000;
/** Half of what `Date` leaves out. */
const FRACTION = 500;

/** Reads the server's times by this page's clock, which may be minutes off: each answer says what the time is there. */
export class ServerClock {
  #ahead = 0;

  /** The server said that it is `serverTime`, in whole seconds, and this page's clock `now`. */
  note(serverTime: number, now: number): void {
    const ahead = serverTime + FRACTION - now;
    if (Math.abs(ahead) < SMALLEST) this.#ahead = 0;
    else if (Math.abs(ahead - this.#ahead) >= SMALLEST) this.#ahead = ahead;
  }

  /** A time of the server by this page's clock. */
  here(at: number): number {
    return at - this.#ahead;
  }

  /** A time of this page's clock by the server's. */
  there(now: number): number {
    return now + this.#ahead;
  }
}
