import type { Caller } from '@sheetwire/client/caller';
import type { Output } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import { userGroupsDetails } from '@sheetwire/contract/usergroups';
import { createStore } from 'zustand/vanilla';
import { Deletions } from '#features/super-admin/deletions.ts';
import { type Hint, HintedPolling, type PollingPlace } from '#features/super-admin/hinted-polling.ts';
import { errorText } from '#lib/api.ts';
import { type AllMembers, allMembers } from './all-members.ts';
import { MemberChoice } from './member-choice.ts';
import { MembersSaver } from './members-saver.ts';

type Details = Output<typeof userGroupsDetails>;

export interface GroupsState {
  readonly isKnown: boolean;
  /** Why nothing is known yet. */
  readonly failure: string;
  /** This account is no super admin (any more). */
  readonly isRefused: boolean;
  readonly groups: readonly string[];
  /** Those of `groups` that the directory keeps. */
  readonly directoryGroups: ReadonlySet<string>;
  readonly principals: readonly string[];
  readonly entities: readonly string[];
  readonly selected: MembersSaver | undefined;
  /** Every single user, of the group or of its selected member. */
  readonly users: AllMembers | undefined;
  /** A group that was selected and is there no more. */
  readonly lost: string;
}

const firstState: GroupsState = {
  isKnown: false,
  failure: '',
  isRefused: false,
  groups: [],
  directoryGroups: new Set(),
  principals: [],
  entities: [],
  selected: undefined,
  users: undefined,
  lost: '',
};

export interface GroupsDeps extends PollingPlace {
  readonly call: Caller;
  readonly alert: (text: string) => void;
  readonly noteUnsaved: (hasUnsaved: boolean) => void;
}

/** What Manage User Groups knows and does (spec 7, User groups). */
export class GroupsModel {
  readonly store = createStore<GroupsState>(() => firstState);
  readonly choice: MemberChoice;
  readonly #deps: GroupsDeps;
  readonly #polling: HintedPolling;
  #principalsId = '';
  #groupsId = '';
  /** Moves with what is done here: an answer to a question asked before knows nothing of it. */
  #round = 0;
  readonly #deletions = new Deletions(() => this.#polling.hint());
  #unsaved = 0;
  #nextUntold = 0;
  /** The page is on the screen. */
  #isOn = false;
  #unfollow: () => void = () => undefined;

  constructor(deps: GroupsDeps) {
    this.#deps = deps;
    this.choice = new MemberChoice(deps.clock);
    this.#polling = new HintedPolling({ ...deps, ask: (signal, hint) => this.#ask(signal, hint) });
  }

  start(): void {
    this.#isOn = true;
    this.#unfollow = this.choice.store.subscribe(() => {
      if (this.#shown() !== this.store.getState().users?.of) this.#polling.hint();
    });
    this.#polling.start();
  }

  stop(): void {
    this.#isOn = false;
    this.#unfollow();
    this.#polling.stop();
    this.choice.clear();
  }

  select(group: string): void {
    if (this.store.getState().selected?.group === group) return;
    this.choice.clear();
    this.store.setState({ selected: group === '' ? undefined : this.#open(group), users: undefined, lost: '' });
    this.#polling.hint();
  }

  /** Asks now. */
  refresh(): void {
    this.#polling.hint();
  }

  /** Made here: shown and selected before the next list brings it. */
  added(group: string): void {
    const { groups } = this.store.getState();
    this.#round++;
    if (!groups.includes(group)) this.store.setState({ groups: [...groups, group].sort() });
    this.select(group);
    this.#polling.hint();
  }

  /** Deletes here; `deed` says whether it was done. */
  remove(group: string, deed: () => Promise<boolean>): Promise<void> {
    return this.#deletions.run(deed, () => this.#removed(group));
  }

  #removed(group: string): void {
    this.#round++;
    this.store.setState(({ groups }) => ({ groups: groups.filter((each) => each !== group) }));
    if (this.store.getState().selected?.group === group) this.select('');
  }

  #open(group: string): MembersSaver {
    const { call, alert } = this.#deps;
    const onSaving = (isSaving: boolean) => {
      this.#unsaved += isSaving ? 1 : -1;
      this.#deps.noteUnsaved(this.#unsaved > 0);
      if (!isSaving) this.#polling.hint();
    };
    const isShown = () => this.#isOn && this.store.getState().selected === saver;
    const saver: MembersSaver = new MembersSaver(group, { call, alert, onSaving, isShown });
    return saver;
  }

  /** Whose users are listed. */
  #shown(): string {
    return this.choice.store.getState() || (this.store.getState().selected?.group ?? '');
  }

  async #ask(signal: AbortSignal, hint: Hint): Promise<void> {
    const { entities } = this.store.getState();
    const round = this.#round;
    const question = { principalsId: this.#principalsId, userGroupsId: this.#groupsId, userEntities: [...entities] };
    try {
      const answer = await this.#deps.call(userGroupsDetails, question, { signal });
      if (round !== this.#round || this.#deletions.areUnderWay) return;
      this.#take(answer);
      if (this.#isDue(hint)) await this.#askSelected(signal);
    } catch (error) {
      if (!this.store.getState().isKnown) this.store.setState({ failure: errorText(error) });
      throw error;
    }
  }

  /** Members change without a change of the ids: they are asked when a change was told, and at times when nobody would. */
  #isDue(hint: Hint): boolean {
    const isDue = hint === 'told' || (hint === 'blind' && this.#deps.clock.now() >= this.#nextUntold);
    if (isDue) this.#nextUntold = this.#deps.clock.now() + limits.untoldPoll;
    return isDue;
  }

  async #askSelected(signal: AbortSignal): Promise<void> {
    const { selected } = this.store.getState();
    if (!selected) return;
    await selected.load(signal);
    const member = this.choice.store.getState();
    const { members } = selected.store.getState();
    const users = await allMembers(this.#deps.call, { group: selected.group, member, members }, signal);
    if (users.of === this.#shown()) this.store.setState({ users });
  }

  #take(answer: Details): void {
    if (answer.unauthorized) {
      this.store.setState({ isRefused: true });
      return;
    }
    if (answer.principalsChanged) this.#principalsId = answer.principalsId ?? '';
    if (answer.userGroupsChanged) this.#groupsId = answer.userGroupsId ?? '';
    this.store.setState({ isKnown: true, failure: '', ...listsOf(answer) });
    if (answer.userGroupsChanged) this.#dropLost();
  }

  #dropLost(): void {
    const { selected, groups } = this.store.getState();
    if (!selected || groups.includes(selected.group)) return;
    this.select('');
    this.store.setState({ lost: selected.group });
  }
}

/** The lists that an answer brings, where they changed. */
function listsOf(answer: Details): Partial<GroupsState> {
  const { principalsChanged, principals, userGroupsChanged, userGroups, userEntitiesChanged, userEntities } = answer;
  return {
    ...(principalsChanged && principals ? { principals } : {}),
    ...(userGroupsChanged && userGroups
      ? { groups: userGroups, directoryGroups: new Set(answer.directoryGroups) }
      : {}),
    ...(userEntitiesChanged && userEntities ? { entities: userEntities } : {}),
  };
}
