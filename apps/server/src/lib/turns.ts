/** Work that waits in line: at most `width` at once, in the order of arrival. What waits is bounded by who asks. */
export class Turns {
  readonly #width: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(width: number) {
    this.#width = width;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#width) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The next in line takes over the place, so that nobody slips in between.
      if (next) next();
      else this.#running--;
    }
  }
}
