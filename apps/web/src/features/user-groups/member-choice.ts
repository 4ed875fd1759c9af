import { limits } from '@sheetwire/contract/limits';
import { createStore } from 'zustand/vanilla';
import type { Clock } from '#lib/clock.ts';

const nothingToCancel = () => undefined;

/** Which member of the group is selected, '' for none; one that is left clears itself (spec 9, auto-clear). */
export class MemberChoice {
  readonly store = createStore<string>(() => '');
  readonly #clock: Clock;
  #cancel: () => void = nothingToCancel;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The selected one selected again is selected no more. */
  select(member: string): void {
    this.#cancel();
    this.store.setState(this.store.getState() === member ? '' : member, true);
  }

  clear(): void {
    this.#cancel();
    this.store.setState('', true);
  }

  /** The list was left. */
  leave(): void {
    this.#cancel();
    this.#cancel = this.#clock.after(limits.principalClear.groups, () => this.clear());
  }
}
