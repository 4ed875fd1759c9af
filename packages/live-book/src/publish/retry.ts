import { backoff } from '@sheetwire/client/backoff';
import type { Clock } from '@sheetwire/client/clock';
import { limits } from '@sheetwire/contract/limits';

/** Tries again later, with waits that grow until something gets through. */
export class Retry {
  readonly #clock: Clock;
  readonly #chance: () => number;
  readonly #run: () => void;
  #failures = 0;
  #cancel: () => void = () => undefined;

  constructor({ clock, chance }: { readonly clock: Clock; readonly chance: () => number }, run: () => void) {
    this.#clock = clock;
    this.#chance = chance;
    this.#run = run;
  }

  /** Later, and not before `wait` ms have passed. */
  later(wait: number): void {
    this.#cancel();
    const pause = Math.max(wait, backoff(limits.liveBook.retry, this.#failures++, this.#chance));
    this.#cancel = this.#clock.after(pause, this.#run);
  }

  cancel(): void {
    this.#cancel();
  }

  /** Something got through: the next wait is a short one. */
  worked(): void {
    this.#failures = 0;
  }
}
