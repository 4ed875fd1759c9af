/** Does work on named things side by side, each thing by one hand at a time and at most once more when it comes again. */
export class Lanes {
  readonly #most: number;
  readonly #work: (name: string) => Promise<void>;
  readonly #waiting = new Set<string>();
  readonly #busy = new Set<string>();
  readonly #idle: (() => void)[] = [];
  #fault: { readonly fault: unknown } | undefined;

  constructor(most: number, work: (name: string) => Promise<void>) {
    this.#most = most;
    this.#work = work;
  }

  add(name: string): void {
    this.#waiting.add(name);
    this.#next();
  }

  /** Resolves once nothing is left to do; throws what a piece of work threw. */
  async idle(): Promise<void> {
    while (!this.#fault && this.#waiting.size + this.#busy.size > 0) {
      await new Promise<void>((resolve) => void this.#idle.push(resolve));
    }
    if (this.#fault) throw this.#fault.fault;
  }

  /** Rejects when a piece of work throws; never resolves. */
  async failed(): Promise<never> {
    while (!this.#fault) await new Promise<void>((resolve) => void this.#idle.push(resolve));
    throw this.#fault.fault;
  }

  #next(): void {
    for (const name of this.#waiting) {
      if (this.#fault || this.#busy.size >= this.#most) return;
      if (this.#busy.has(name)) continue;
      this.#waiting.delete(name);
      this.#busy.add(name);
      void this.#run(name);
    }
  }

  async #run(name: string): Promise<void> {
    try {
      await this.#work(name);
    } catch (fault) {
      this.#fault ??= { fault };
    }
    this.#busy.delete(name);
    this.#next();
    for (const tell of this.#idle.splice(0)) tell();
  }
}
