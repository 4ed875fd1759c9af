import { limits } from '@sheetwire/contract/limits';
import type { Moment } from '#features/selection/address.ts';
import type { Clock } from '#lib/clock.ts';

/** Keeps the address at the shown moment: the first is an entry of the history of its own, and those that follow
 * replace it, not too often (time 3). */
export class MomentAddress {
  readonly #clock: Clock;
  readonly #dispatch: (at: string) => void;
  #toWrite: string | undefined;
  #cancel: (() => void) | undefined;
  /** What the address says; undefined for the live report. */
  seen: Moment | undefined;

  constructor(clock: Clock, dispatch: (at: string) => void) {
    this.#clock = clock;
    this.#dispatch = dispatch;
  }

  write(at: string): void {
    this.#toWrite = at;
    if (this.seen === undefined) this.#writeNow();
    else if (this.seen !== at) this.#cancel ??= this.#clock.after(limits.past.address, () => this.#writeNow());
  }

  /** What waits to be written is not written any more. */
  forget(): void {
    this.#toWrite = undefined;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #writeNow(): void {
    const at = this.#toWrite;
    this.forget();
    if (at === undefined) return;
    this.seen = at;
    this.#dispatch(at);
  }
}
