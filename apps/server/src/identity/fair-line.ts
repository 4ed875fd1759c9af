import { FairLanes } from '#lib/lists/fair-lanes.ts';
import { Refusal } from '#lib/refusal.ts';

interface Waiting {
  readonly owner: string;
  readonly begin: () => void;
  readonly refuse: (fault: Refusal) => void;
}

/**
 * Work that waits in one line for all: at most `width` at once, and at most `waiting` behind them. Owners come in turn, and
 * where the line is full the last of whoever has most in it makes room for one who has less: to keep others out takes as many
 * owners as there are places.
 */
export class FairLine {
  readonly #width: number;
  readonly #lanes: FairLanes<Waiting>;
  #running = 0;

  constructor({ width, waiting }: { readonly width: number; readonly waiting: number }) {
    this.#width = width;
    this.#lanes = new FairLanes(waiting);
  }

  /** Runs the work in its turn; who has no place in the line is refused with 429. */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#width) this.#running++;
    else await this.#turn(owner);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #turn(owner: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#lanes.push({ owner, begin: resolve, refuse: reject })?.refuse(new Refusal('too_many', { retryAfter: 1 }));
    return promise;
  }

  /** The next in line takes over the place, so that nobody slips in between. */
  #next(): void {
    const next = this.#lanes.take();
    if (next) next.begin();
    else this.#running--;
  }
}
