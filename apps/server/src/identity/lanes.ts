import { Refusal } from '#lib/refusal.ts';

/** Work that waits in line: at most `width` at once in each lane, and at most `waiting` behind them. */
export class Lanes {
  readonly #width: number;
  readonly #waiting: number;
  readonly #lanes = new Map<string, { running: number; readonly queue: (() => void)[] }>();

  constructor({ width, waiting }: { readonly width: number; readonly waiting: number }) {
    this.#width = width;
    this.#waiting = waiting;
  }

  /** Runs the work in its turn; a line that is too long is refused with 429. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(key) ?? { running: 0, queue: [] };
    this.#lanes.set(key, lane);
    if (lane.running >= this.#width) {
      if (lane.queue.length >= this.#waiting) throw new Refusal('too_many', { retryAfter: 1 });
      await new Promise<void>((resolve) => lane.queue.push(resolve));
    } else {
      lane.running++;
    }
    try {
      return await work();
    } finally {
      this.#next(key, lane);
    }
  }

  /** The next in line takes over the place, so that nobody slips in between. */
  #next(key: string, lane: { running: number; readonly queue: (() => void)[] }): void {
    const next = lane.queue.shift();
    if (next) {
      next();
      return;
    }
    lane.running--;
    if (lane.running === 0) this.#lanes.delete(key);
  }
}
