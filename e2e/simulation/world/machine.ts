/** What waits for a frozen machine. */
interface Held {
  readonly what: string;
  readonly run: () => unknown;
}

/** A process of the simulation: a server from one start to its end, or a browser. */
export class Machine {
  readonly name: string;
  /** What its time of day is ahead of everybody else's, ms. */
  ahead = 0;
  #state: 'runs' | 'frozen' | 'gone' = 'runs';
  #held: Held[] = [];

  constructor(name: string) {
    this.name = name;
  }

  get isFrozen(): boolean {
    return this.#state === 'frozen';
  }

  get isGone(): boolean {
    return this.#state === 'gone';
  }

  /** As `SIGSTOP`; `Scheduler.goOn` is `SIGCONT`. */
  freeze(): void {
    if (this.#state === 'runs') this.#state = 'frozen';
  }

  /** As `kill -9`: nothing that was planned on it happens. */
  end(): void {
    this.#state = 'gone';
    this.#held = [];
  }

  hold(held: Held): void {
    this.#held.push(held);
  }

  /** Goes on; answers what waited, in its order. */
  thaw(): readonly Held[] {
    if (this.#state === 'frozen') this.#state = 'runs';
    const held = this.#held;
    this.#held = [];
    return held;
  }
}
