import type { Caller } from '@sheetwire/client/caller';
import type { Output } from '@sheetwire/contract/call';
import { usersDetails } from '@sheetwire/contract/users';
import { createStore } from 'zustand/vanilla';
import { Deletions } from '#features/super-admin/deletions.ts';
import { type Hint, HintedPolling, type PollingPlace } from '#features/super-admin/hinted-polling.ts';
import { errorText } from '#lib/api.ts';

type Details = Output<typeof usersDetails>;
export type UserItem = NonNullable<Details['users']>[number];

export interface UsersState {
  readonly isKnown: boolean;
  /** Why nothing is known yet. */
  readonly failure: string;
  /** This account is no super admin (any more). */
  readonly isRefused: boolean;
  readonly users: readonly UserItem[];
  readonly adUsers: readonly string[];
  readonly entities: readonly string[];
  /** '' when none is. */
  readonly selected: string;
  /** Who was selected and is there no more. */
  readonly lost: string;
  /** Moves when something may have changed that the lists do not show. */
  readonly round: number;
}

const firstState: UsersState = {
  isKnown: false,
  failure: '',
  isRefused: false,
  users: [],
  adUsers: [],
  entities: [],
  selected: '',
  lost: '',
  round: 0,
};

/** The lists of Manage Users, sent only when they changed (spec 7, Users). */
export class UsersModel {
  readonly store = createStore<UsersState>(() => firstState);
  readonly #call: Caller;
  readonly #polling: HintedPolling;
  #usersId = '';
  #adUsersId = '';
  /** Moves with what is done here: an answer to a question asked before knows nothing of it. */
  #round = 0;
  readonly #deletions = new Deletions(() => this.refresh());

  constructor(call: Caller, place: PollingPlace) {
    this.#call = call;
    this.#polling = new HintedPolling({ ...place, ask: (signal, hint) => this.#ask(signal, hint) });
  }

  start(): void {
    this.#polling.start();
  }

  stop(): void {
    this.#polling.stop();
  }

  select(selected: string): void {
    this.store.setState({ selected, lost: '' });
  }

  /** Asks now. */
  refresh(): void {
    this.#polling.hint();
  }

  /** Made here: shown and selected before the next list brings it. */
  added(name: string): void {
    const { users } = this.store.getState();
    const isListed = users.some((user) => user.name === name);
    const item: UserItem = { name, isSuperAdmin: false, isDisabled: false };
    this.#round++;
    if (!isListed) this.store.setState({ users: [...users, item].sort(byName) });
    this.select(name);
    this.refresh();
  }

  /** Deletes here; `deed` says whether it was done. */
  remove(name: string, deed: () => Promise<boolean>): Promise<void> {
    return this.#deletions.run(deed, () => this.#removed(name));
  }

  #removed(name: string): void {
    this.#round++;
    this.store.setState(({ users, selected }) => ({
      users: users.filter((user) => user.name !== name),
      selected: selected === name ? '' : selected,
    }));
  }

  async #ask(signal: AbortSignal, hint: Hint): Promise<void> {
    const { entities } = this.store.getState();
    const round = this.#round;
    const question = { usersId: this.#usersId, adUsersId: this.#adUsersId, userEntities: [...entities] };
    try {
      const answer = await this.#call(usersDetails, question, { signal });
      if (round !== this.#round || this.#deletions.areUnderWay) return;
      this.#take(answer);
      if (answer.usersChanged || hint === 'told') this.store.setState(({ round }) => ({ round: round + 1 }));
    } catch (error) {
      if (!this.store.getState().isKnown) this.store.setState({ failure: errorText(error) });
      throw error;
    }
  }

  #take(answer: Details): void {
    if (answer.unauthorized) {
      this.store.setState({ isRefused: true });
      return;
    }
    if (answer.usersChanged) this.#usersId = answer.usersId ?? '';
    if (answer.adUsersChanged) this.#adUsersId = answer.adUsersId ?? '';
    const state = this.store.getState();
    if (state.isKnown && !listsChanged(answer)) return;
    this.store.setState({
      isKnown: true,
      failure: '',
      users: (answer.usersChanged && answer.users) || state.users,
      adUsers: (answer.adUsersChanged && answer.adUsers) || state.adUsers,
      entities: (answer.userEntitiesChanged && answer.userEntities) || state.entities,
    });
    this.#dropLost();
  }

  #dropLost(): void {
    const { selected, users } = this.store.getState();
    if (selected === '' || users.some(({ name }) => name === selected)) return;
    this.store.setState({ selected: '', lost: selected });
  }
}

function byName(a: UserItem, b: UserItem): number {
  return a.name < b.name ? -1 : 1;
}

function listsChanged({ usersChanged, adUsersChanged, userEntitiesChanged }: Details): boolean {
  return usersChanged === true || adUsersChanged === true || userEntitiesChanged === true;
}
