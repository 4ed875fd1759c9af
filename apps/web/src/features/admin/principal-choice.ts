import { limits } from '@sheetwire/contract/limits';
import { createStore } from 'zustand/vanilla';
import type { Clock } from '#lib/clock.ts';
import type { Perms, RightsTab } from './perms.ts';

export interface Choice {
  readonly tab: RightsTab;
  /** Of the dropdown; '' when none is. */
  readonly toAdd: string;
  /** Of the list; '' when none is. */
  readonly row: string;
  /** Whether those added next may interact. */
  readonly mayInteract: boolean;
}

const nothingToCancel = () => undefined;
const none = { toAdd: '', row: '' };

/** Which tab and which principals are selected; the one of the list clears itself (spec 4, Admin). */
export class PrincipalChoice {
  readonly store = createStore<Choice>(() => ({ tab: 'viewers', mayInteract: false, ...none }));
  readonly #clock: Clock;
  readonly #clearAfter: number;
  #cancel: () => void = nothingToCancel;

  constructor(clock: Clock, isMobile: boolean) {
    this.#clock = clock;
    this.#clearAfter = limits.principalClear[isMobile ? 'mobile' : 'desktop'];
  }

  /** Whose members are shown: the one of the list before the one of the dropdown. */
  get shown(): string {
    const { row, toAdd } = this.store.getState();
    return row || toAdd;
  }

  show(tab: RightsTab): void {
    if (tab !== this.store.getState().tab) this.#set({ ...none, tab });
  }

  /** Nothing is selected any more. */
  clear(): void {
    this.#set(none);
  }

  /** The selected item selected again is selected no more (spec 2, Admin). */
  choose(principal: string): void {
    const { toAdd } = this.store.getState();
    this.#set({ row: '', toAdd: principal === toAdd ? '' : principal });
  }

  select(row: string): void {
    this.#set({ row: row === this.store.getState().row ? '' : row });
  }

  /** It was added: the list shows it, and then lets go of it. */
  added(row: string): void {
    this.#set({ toAdd: '', row });
    this.leave();
  }

  removed(principal: string): void {
    if (this.store.getState().row === principal) this.#set({ row: '' });
  }

  /** Somebody else may have removed the selected one. */
  keepTo(perms: Perms): void {
    const { tab, row } = this.store.getState();
    if (row !== '' && !perms[tab].includes(row)) this.#set({ row: '' });
  }

  /** The one of the list is used: it stays. */
  hold(): void {
    this.#cancel();
  }

  /** The one of the list is left: there is time to press what is beside it (spec 9, Selected principal auto-clear). */
  leave(): void {
    this.#cancel();
    this.#cancel = this.#clock.after(this.#clearAfter, () => this.#set({ row: '' }));
  }

  setInteract(mayInteract: boolean): void {
    this.store.setState({ mayInteract });
  }

  #set(part: Partial<Choice>): void {
    this.#cancel();
    this.store.setState(part);
  }
}
