import type { Clock } from '#lib/clock.ts';

export interface LatestWinsDeps<T> {
  readonly clock: Clock;
  /** Between two beginnings, ms. */
  readonly gap: number;
  /** Never rejects: what fails is its own matter. */
  run(value: T): Promise<void>;
}

/** One question at a time and none too soon after the one before; of those that wait only the latest is asked. */
export class LatestWins<T> {
  readonly #deps: LatestWinsDeps<T>;
  #waiting: { readonly value: T } | undefined;
  #isBusy = false;
  #notBefore = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;
  /** Grows with each stop: what was under way then begins nothing more. */
  #round = 0;

  constructor(deps: LatestWinsDeps<T>) {
    this.#deps = deps;
  }

  /** The last one that waits to be asked. */
  get latest(): T | undefined {
    return this.#waiting?.value;
  }

  /** One is asked, or waits to be. */
  get isBusy(): boolean {
    return this.#isBusy || this.#waiting !== undefined;
  }

  ask(value: T): void {
    this.#waiting = { value };
    this.#go();
  }

  stop(): void {
    this.#round++;
    this.#waiting = undefined;
    this.#isBusy = false;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #go(): void {
    const { clock, gap, run } = this.#deps;
    if (!this.#waiting || this.#isBusy || this.#cancel) return;
    const wait = this.#notBefore - clock.now();
    if (wait > 0 && wait <= gap) {
      this.#cancel = clock.after(wait, () => {
        this.#cancel = undefined;
        this.#go();
      });
      return;
    }
    const { value } = this.#waiting;
    const round = this.#round;
    this.#waiting = undefined;
    this.#isBusy = true;
    this.#notBefore = clock.now() + gap;
    void run(value).finally(() => {
      if (round !== this.#round) return;
      this.#isBusy = false;
      this.#go();
    });
  }
}
