import type { Caller } from '@sheetwire/client/caller';
import type { LiveEvent } from '@sheetwire/client/live-event';
import type { StreamListener } from '@sheetwire/client/live-stream';
import { adminDetails, assumeAdmin } from '@sheetwire/contract/admin';
import type { Output } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import { createStore } from 'zustand/vanilla';
import { deedWords } from '#features/asked/deed-words.ts';
import { errorText } from '#lib/api.ts';
import type { Clock } from '#lib/clock.ts';
import { type Hidden, Polling } from '#lib/polling.ts';
import {
  type AdminState,
  firstState,
  isBlockedBy,
  listsOf,
  membersOf,
  permsOf,
  type Selected,
  snapshotOf,
} from './admin-state.ts';
import { refusedAssume } from './assume-words.ts';
import { PermsSaver } from './perms-saver.ts';
import { PrincipalChoice } from './principal-choice.ts';
import { SnapshotSaver } from './snapshot-saver.ts';

export interface AdminDeps {
  readonly call: Caller;
  readonly clock: Clock;
  readonly isMobile: boolean;
  readonly isHidden: Hidden;
  /** The stream that tells of changes; polling alone does too. */
  readonly live: { subscribe(listener: StreamListener): () => void };
  readonly alert: (text: string) => void;
  readonly noteUnsaved: (hasUnsaved: boolean) => void;
}

/** What was selected when a question was asked: only what still is takes the answer. */
interface AskedState {
  readonly selected: Selected | undefined;
  readonly listRound: number;
  readonly rightsRound: number | undefined;
  readonly snapshotRound: number | undefined;
}

/** What the Admin page knows and does (spec 4, Admin): it polls by ids, and at once on a pushed hint. */
export class AdminModel {
  readonly store = createStore<AdminState>(() => firstState);
  readonly choice: PrincipalChoice;
  readonly #deps: AdminDeps;
  readonly #polling: Polling;
  #principalsId = '';
  /** Of the lists that the members on screen belong to. */
  #permsId = '';
  #isListDue = true;
  /** Moves with what is done to the list here: an answer to a question asked before knows nothing of it. */
  #listRound = 0;
  #unsaved = 0;
  /** The page is on the screen. */
  #isOn = false;
  #stop: () => void = () => undefined;

  constructor(deps: AdminDeps) {
    this.#deps = deps;
    this.choice = new PrincipalChoice(deps.clock, deps.isMobile);
    this.#polling = new Polling({
      clock: deps.clock,
      isHidden: deps.isHidden,
      every: limits.adminPoll[deps.isMobile ? 'mobile' : 'desktop'],
      ask: (signal) => this.#ask(signal),
    });
  }

  start(): void {
    this.#isOn = true;
    const unsubscribe = this.#deps.live.subscribe({
      onEvent: (event) => this.#hear(event),
      onState: () => undefined,
      onGap: () => this.#hear(undefined),
    });
    const unfollow = this.choice.store.subscribe((now, before) => {
      if ((now.row || now.toAdd) !== (before.row || before.toAdd)) this.#shownChanged();
    });
    this.#stop = () => {
      unsubscribe();
      unfollow();
    };
    this.#polling.start();
  }

  stop(): void {
    this.#isOn = false;
    this.#stop();
    this.#polling.stop();
    this.choice.clear();
    this.store.getState().selected?.snapshot.flush();
  }

  setSuperAdmin(asSuperAdmin: boolean): void {
    this.store.setState({ asSuperAdmin });
    this.#listChanged();
    this.#polling.now();
  }

  /** Lists and settings start from their defaults until the server's are known (spec 4, Admin). */
  select(gropic: string): void {
    const { selected } = this.store.getState();
    if (selected?.gropic === gropic) return;
    this.choice.clear();
    this.#permsId = '';
    this.store.setState({ selected: gropic === '' ? undefined : this.#open(gropic), lost: '' });
    selected?.snapshot.flush();
    this.#polling.now();
  }

  /**
   * Makes the user the only admin; a refusal says who is (spec 8, Assume admin). Answers whether it was given. It is selected
   * where that is still wanted by then: whoever left the form may be at work on another one.
   */
  async assume(gropic: string, isWanted: () => boolean = () => true): Promise<boolean> {
    try {
      const answer = await this.#deps.call(assumeAdmin, { gropic });
      if (answer.unauthorized) {
        this.#deps.alert(refusedAssume(gropic, answer));
        return false;
      }
    } catch (error) {
      this.#deps.alert(deedWords(`Add ${gropic}`, error));
      return false;
    }
    const { admined } = this.store.getState();
    if (!admined.includes(gropic)) this.store.setState({ admined: [...admined, gropic].sort() });
    this.#listChanged();
    if (isWanted()) this.select(gropic);
    else this.#polling.now();
    return true;
  }

  dismissLost(): void {
    this.store.setState({ lost: '' });
  }

  /** Asks again now. */
  refresh(): void {
    this.#polling.now();
  }

  #listChanged(): void {
    this.#isListDue = true;
    this.#listRound++;
  }

  #open(gropic: string): Selected {
    const { call, clock, alert } = this.#deps;
    const onSaving = (isSaving: boolean) => this.#noteSaving(isSaving);
    const onSaved = () => {
      this.#permsId = '';
      this.#polling.now();
    };
    const { defaultLocation } = this.store.getState();
    const isShown = () => this.#isOn && this.store.getState().selected?.rights === rights;
    const rights: PermsSaver = new PermsSaver(gropic, { call, alert, onSaved, onSaving, isShown });
    const snapshot = new SnapshotSaver(gropic, defaultLocation, { call, clock, alert, onSaving, isShown });
    return { gropic, rights, snapshot, members: undefined };
  }

  #noteSaving(isSaving: boolean): void {
    this.#unsaved += isSaving ? 1 : -1;
    this.#deps.noteUnsaved(this.#unsaved > 0);
  }

  #hear(event: LiveEvent | undefined): void {
    if (event && event.name !== 'admin') return;
    if (event?.data.gropic === undefined) this.#isListDue = true;
    this.#polling.now();
  }

  #shownChanged(): void {
    this.store.setState({ membersOf: undefined });
    if (this.choice.shown !== '') this.#polling.now();
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const { selected, admined, asSuperAdmin, locations } = this.store.getState();
    const asked: AskedState = {
      selected,
      listRound: this.#listRound,
      rightsRound: selected?.rights.round,
      snapshotRound: selected?.snapshot.round,
    };
    const isListDue = this.#isListDue;
    this.#isListDue = false;
    const question = {
      principalsId: this.#principalsId,
      numAdmined: isListDue ? 0 : admined.length,
      asSuperAdmin,
      selectedGropic: selected?.gropic ?? '',
      gropicPermsId: this.#permsId,
      principalToAdd: this.choice.shown,
      returnTzLocations: locations.length === 0,
    };
    try {
      this.#take(await this.#deps.call(adminDetails, question, { signal }), asked);
    } catch (error) {
      this.#isListDue ||= isListDue;
      if (!this.store.getState().isKnown) this.store.setState({ failure: errorText(error) });
    }
  }

  #take(answer: Output<typeof adminDetails>, asked: AskedState): void {
    if (asked.listRound !== this.#listRound) return;
    if (answer.principalsChanged) this.#principalsId = answer.principalsId ?? '';
    const isBlocked = isBlockedBy(answer);
    this.#note({ ...listsOf(answer, this.store.getState()), isKnown: true, isBlocked, failure: '' });
    const { selected } = this.store.getState();
    if (selected && asked.selected?.gropic === selected.gropic) this.#takeRights(answer, asked, selected);
    this.#takeMembers(answer);
    this.#dropLost();
  }

  /** An answer without news draws nothing anew. */
  #note(news: Partial<AdminState>): void {
    const known = new Map<string, unknown>(Object.entries(this.store.getState()));
    if (Object.entries(news).some(([key, value]) => known.get(key) !== value)) this.store.setState(news);
  }

  #takeRights(answer: Output<typeof adminDetails>, asked: AskedState, selected: Selected): void {
    const perms = permsOf(answer);
    if (perms && asked.rightsRound === selected.rights.round) {
      this.#permsId = answer.gropicPermsId ?? '';
      selected.rights.learn(perms, this.#permsId);
      this.store.setState({ selected: { ...selected, members: membersOf(answer) } });
      this.choice.keepTo(perms);
    }
    const settings = snapshotOf(answer);
    if (settings && asked.snapshotRound === selected.snapshot.round) selected.snapshot.learn(settings);
  }

  #takeMembers({ principalToAdd: principal, principalToAddAllUsers: users }: Output<typeof adminDetails>): void {
    const { membersOf: known } = this.store.getState();
    if (!users || principal === undefined || principal !== this.choice.shown) return;
    const isKnown = known?.principal === principal && known.users.join() === users.join();
    if (!isKnown) this.store.setState({ membersOf: { principal, users } });
  }

  /** Somebody took the admin right away, or SuperAdmin was unticked; one's own removal is known before its save is over. */
  #dropLost(): void {
    const { selected, admined } = this.store.getState();
    if (!selected || admined.includes(selected.gropic) || selected.rights.store.getState().isSaving) return;
    const { gropic } = selected;
    this.select('');
    this.store.setState({ lost: gropic });
  }
}
