import { limits } from '@sheetwire/contract/limits';
import type { Chance } from '#ports/clock.ts';

export interface BackgroundOptions {
  readonly chance: Chance;
  readonly onFault: (error: unknown) => void;
  /** Work begins at a random moment within this time. */
  readonly within?: number;
  /** What is waited for, as the log calls it. */
  readonly what?: string;
}

type Work = () => Promise<void>;

/** Work that no answer waits for; it begins at a random moment within a time: how long an answer took tells nothing of it. */
export class Background {
  readonly #options: BackgroundOptions;
  readonly #waiting = new Map<NodeJS.Timeout, Work>();
  readonly #running = new Set<Promise<void>>();

  constructor(options: BackgroundOptions) {
    this.#options = options;
  }

  /** Beyond its bound work is dropped, with a line in the log. */
  run(work: Work): void {
    const { chance, onFault, within = limits.mailStart.within, what = 'emails' } = this.#options;
    if (this.#waiting.size + this.#running.size >= limits.mailStart.waiting) {
      onFault(new Error(`${limits.mailStart.waiting} ${what} are waiting to be written; another was dropped`));
      return;
    }
    const [high = 0, low = 0] = chance.bytes(2);
    const timer = setTimeout(() => this.#begin(timer, work), (within * (high * 256 + low)) / 65_536);
    this.#waiting.set(timer, work);
  }

  /** Begins at once what waits, and resolves when all of it is done. */
  async settle(): Promise<void> {
    for (const [timer, work] of this.#waiting) this.#begin(timer, work);
    await Promise.all(this.#running);
  }

  #begin(timer: NodeJS.Timeout, work: Work): void {
    clearTimeout(timer);
    this.#waiting.delete(timer);
    const done = work()
      .catch(this.#options.onFault)
      .finally(() => this.#running.delete(done));
    this.#running.add(done);
  }
}
