import type { Caller } from '@sheetwire/client/caller';
import { NetworkFailure } from '@sheetwire/client/failures';
import { texts } from '@sheetwire/contract/errors';
import { limits } from '@sheetwire/contract/limits';
import { getUserGroup, updateUserGroup } from '@sheetwire/contract/usergroups';
import { createStore } from 'zustand/vanilla';
import { unansweredWords } from '#features/asked/unanswered.ts';
import { errorText } from '#lib/api.ts';

type Members = readonly string[];
type Edit = (members: Members) => Members;

export interface KnownMembers {
  /** The server's list with the edits that are not saved yet. */
  readonly members: Members;
  readonly isKnown: boolean;
  readonly isDirectory: boolean;
  readonly isSaving: boolean;
  /** Why the last edit was not saved, or the group not found. */
  readonly fault: string;
  /** Edits of which nobody knows whether they were saved. */
  readonly unanswered: readonly Edit[];
}

export interface MembersSaverDeps {
  readonly call: Caller;
  readonly alert: (text: string) => void;
  /** Saving began or is over. */
  readonly onSaving: (isSaving: boolean) => void;
  /** Whether these members are on the screen: what comes of a save after they were left is an alert. */
  readonly isShown: () => boolean;
}

/** `stale`: the list was newer; `unanswered`: no response came. */
type Sent = 'stale' | Saved;
type Saved = 'unanswered' | { readonly refusal: string | undefined };

/**
 * The members of one group: an edit shows at once and is saved in its turn. Adding or removing one name means the same
 * on any list, so a save that meets a newer list is made again on that: nothing that somebody else did is lost.
 */
export class MembersSaver {
  readonly group: string;
  readonly store = createStore<KnownMembers>(() => ({
    members: [],
    isKnown: false,
    isDirectory: false,
    isSaving: false,
    fault: '',
    unanswered: [],
  }));
  readonly #deps: MembersSaverDeps;
  #known: Members = [];
  #id = '';
  #edits: Edit[] = [];
  #round = 0;

  constructor(group: string, deps: MembersSaverDeps) {
    this.group = group;
    this.#deps = deps;
  }

  /** Asks for the present members; an answer that an edit overtook is old. */
  async load(signal: AbortSignal): Promise<void> {
    const round = this.#round;
    const answer = await this.#deps.call(getUserGroup, { group: this.group }, { signal });
    if (round !== this.#round || signal.aborted) return;
    if (answer.members === undefined) {
      this.store.setState({ fault: answer.unauthorized ? texts.unauthorized : (answer.message ?? '') });
      return;
    }
    this.#learn(answer.members, answer.groupId);
    if (!this.store.getState().isKnown) this.#show({ isKnown: true, isDirectory: answer.isDirectory ?? false });
    else this.#show({});
  }

  add(principal: string): void {
    this.#edit((members) => [...members.filter((member) => member !== principal), principal].sort());
  }

  remove(principal: string): void {
    this.#edit((members) => members.filter((member) => member !== principal));
  }

  /** Makes the edits again of which nobody knows whether they were saved. */
  again(): void {
    this.#edit(...this.store.getState().unanswered);
  }

  #edit(...edits: readonly Edit[]): void {
    this.#edits.push(...edits);
    this.#round++;
    this.#show({ fault: '', unanswered: [] });
    if (!this.store.getState().isSaving) void this.#saveAll();
  }

  async #saveAll(): Promise<void> {
    this.#deps.onSaving(true);
    this.#show({ isSaving: true });
    while (this.#edits.length > 0) {
      const edits = [...this.#edits];
      const saved = await this.#save(edits);
      this.#edits = this.#edits.slice(edits.length);
      this.#round++;
      this.#tell(saved, edits);
    }
    this.#show({ isSaving: false });
    this.#deps.onSaving(false);
  }

  #tell(saved: Saved, edits: readonly Edit[]): void {
    if (saved === 'unanswered') this.#show({ unanswered: [...this.store.getState().unanswered, ...edits] });
    else this.#show(saved.refusal === undefined ? {} : { fault: saved.refusal });
    const words = saved === 'unanswered' ? unansweredWords : saved.refusal;
    if (words && !this.#deps.isShown()) this.#deps.alert(`${this.group}: ${words}`);
  }

  async #save(edits: readonly Edit[]): Promise<Saved> {
    try {
      for (let tries = 1; tries <= limits.membersTries; tries++) {
        const outcome = await this.#send(edits);
        if (outcome !== 'stale') return outcome;
      }
      return { refusal: 'Someone else is changing this group; try again' };
    } catch (error) {
      if (error instanceof NetworkFailure) return 'unanswered';
      this.#deps.alert(errorText(error));
      return { refusal: undefined };
    }
  }

  async #send(edits: readonly Edit[]): Promise<Sent> {
    const members = [...applied(this.#known, edits)];
    const answer = await this.#deps.call(updateUserGroup, { group: this.group, members, groupId: this.#id });
    if (answer.unauthorized) {
      this.#deps.alert(texts.unauthorized);
      return { refusal: undefined };
    }
    if (answer.message) return { refusal: answer.message };
    this.#learn(answer.members ?? members, answer.groupId);
    return answer.stale ? 'stale' : { refusal: undefined };
  }

  #learn(members: Members, id = ''): void {
    this.#known = members;
    this.#id = id;
  }

  #show(change: Partial<KnownMembers>): void {
    this.store.setState({ ...change, members: applied(this.#known, this.#edits) });
  }
}

function applied(members: Members, edits: readonly Edit[]): Members {
  return edits.reduce((changed, edit) => edit(changed), members);
}
