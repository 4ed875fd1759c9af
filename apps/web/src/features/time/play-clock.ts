/** How many seconds of the past go by in one. */
export const speeds = [1, 10, 60] as const;
export type Speed = (typeof speeds)[number];

/** A time in which nothing was published, epoch ms. */
export interface Silence {
  readonly from: number;
  readonly to: number;
}

/** Where a playing past is at any time of the page's clock; a pause or another speed begins anew from there. */
export class PlayClock {
  #began: number;
  #from: number;
  readonly speed: Speed;

  constructor(from: number, speed: Speed, now: number) {
    this.#from = from;
    this.speed = speed;
    this.#began = now;
  }

  /** The moment that is due; a silence is passed over, since nothing moves in it. */
  at(now: number, silences: readonly Silence[] = []): number {
    const due = this.#from + Math.max(0, now - this.#began) * this.speed;
    const silence = silences.find(({ from, to }) => due > from && due < to);
    if (!silence) return due;
    this.#from = silence.to;
    this.#began = now;
    return silence.to;
  }
}
