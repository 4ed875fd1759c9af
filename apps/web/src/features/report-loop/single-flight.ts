import type { Clock } from '@sheetwire/client/clock';
import { giveUpLate } from '#lib/give-up-late.ts';

/** How a task ended. */
export type Landing<T> = { readonly value: T } | { readonly error: unknown };

/** One task at a time; one that takes too long fails, and one that was dropped is never heard of again. */
export class SingleFlight {
  readonly #clock: Clock;
  #current: AbortController | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isBusy(): boolean {
    return this.#current !== undefined;
  }

  async start<T>(
    task: (signal: AbortSignal) => Promise<T>,
    landed: (landing: Landing<T>) => void,
    within?: number,
  ): Promise<void> {
    this.drop();
    const current = new AbortController();
    this.#current = current;
    const cancelLimit = giveUpLate(current, this.#clock, within);
    const landing = await task(current.signal).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    cancelLimit();
    if (this.#current !== current) return;
    this.#current = undefined;
    landed(landing);
  }

  drop(): void {
    this.#current?.abort();
    this.#current = undefined;
  }
}

/** As the promise, but fails with the signal's reason as soon as that is given up: for work that no signal ends. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
