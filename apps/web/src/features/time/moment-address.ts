import { limits } from '@sheetwire/contract/limits';
import type { Moment } from '#features/selection/address.ts';
import type { Clock } from '#lib/clock.ts';

/**
 * Keeps the address at the shown moment: the first is an entry of the history of its own, and those that follow replace
 * it, once the hand rests and now and then while it moves (time 3).
 */
export class MomentAddress {
  readonly #clock: Clock;
  readonly #dispatch: (at: string) => void;
  #toWrite: string | undefined;
  #cancelRest: (() => void) | undefined;
  #cancelLongest: (() => void) | undefined;
  /** What the address says; undefined for the live report. */
  seen: Moment | undefined;

  constructor(clock: Clock, dispatch: (at: string) => void) {
    this.#clock = clock;
    this.#dispatch = dispatch;
  }

  write(at: string): void {
    if (this.seen === at) {
      this.forget();
      return;
    }
    this.#toWrite = at;
    if (this.seen === undefined) {
      this.#writeNow();
      return;
    }
    const write = () => this.#writeNow();
    this.#cancelRest?.();
    this.#cancelRest = this.#clock.after(limits.past.address, write);
    this.#cancelLongest ??= this.#clock.after(limits.past.addressLongest, write);
  }

  /** Writes what waits. */
  flush(): void {
    this.#writeNow();
  }

  /** What waits to be written is not written any more. */
  forget(): void {
    this.#toWrite = undefined;
    this.#cancelRest?.();
    this.#cancelLongest?.();
    this.#cancelRest = undefined;
    this.#cancelLongest = undefined;
  }

  #writeNow(): void {
    const at = this.#toWrite;
    this.forget();
    if (at === undefined) return;
    this.seen = at;
    this.#dispatch(at);
  }
}
