import type { Caller } from '@sheetwire/client/caller';
import { NetworkFailure } from '@sheetwire/client/failures';
import { gropicPerms } from '@sheetwire/contract/admin';
import { texts } from '@sheetwire/contract/errors';
import { createStore } from 'zustand/vanilla';
import { unansweredWords } from '#features/asked/unanswered.ts';
import { errorText } from '#lib/api.ts';
import { noPerms, type Perms, type PermsEdit } from './perms.ts';

/** What came of the last save, where the lists cannot tell it themselves. */
export type SaveOutcome =
  /** Lists that somebody else changed meanwhile; or no response, and nobody knows whether it was saved. */
  | { readonly kind: 'stale' | 'unanswered'; readonly edits: readonly PermsEdit[] }
  | { readonly kind: 'refused'; readonly text: string };

export interface SavedPerms {
  /** The server's lists with the edits that are not saved yet. */
  readonly perms: Perms;
  readonly isKnown: boolean;
  readonly isSaving: boolean;
  readonly outcome: SaveOutcome | undefined;
}

export interface PermsSaverDeps {
  readonly call: Caller;
  readonly alert: (text: string) => void;
  /** A save ended, so that what is derived from the lists is asked for again. */
  readonly onSaved: () => void;
  /** Saving began or is over. */
  readonly onSaving: (isSaving: boolean) => void;
  /** Whether these rights are on the screen: what comes of a save after they were left is an alert. */
  readonly isShown: () => boolean;
}

/**
 * The rights of one gropic: an edit shows at once and is saved in its turn. A save that meets newer lists is given up
 * and told, so that two admins never overwrite each other unseen (semantics 2).
 */
export class PermsSaver {
  readonly gropic: string;
  readonly store;
  readonly #deps: PermsSaverDeps;
  #known: Perms;
  #id = '';
  #edits: PermsEdit[] = [];
  #isSaving = false;
  #round = 0;

  constructor(gropic: string, deps: PermsSaverDeps) {
    this.gropic = gropic;
    this.#deps = deps;
    this.#known = noPerms(gropic);
    this.store = createStore<SavedPerms>(() => ({
      perms: this.#known,
      isKnown: false,
      isSaving: false,
      outcome: undefined,
    }));
  }

  /** Moves with each edit and each save: an answer to a question asked before tells old lists. */
  get round(): number {
    return this.#round;
  }

  /** The server's lists as a poll found them. */
  learn(perms: Perms, id: string): void {
    this.#known = perms;
    this.#id = id;
    this.#show({ isKnown: true });
  }

  edit(edit: PermsEdit): void {
    this.#edits.push(edit);
    this.#round++;
    this.#show({ outcome: undefined });
    if (!this.#isSaving) void this.#saveAll();
  }

  /** Edits that were not saved, or perhaps not, are made again on the lists as they are by now. */
  again(edits: readonly PermsEdit[]): void {
    for (const edit of edits) this.edit(edit);
  }

  dismiss(): void {
    this.store.setState({ outcome: undefined });
  }

  async #saveAll(): Promise<void> {
    this.#isSaving = true;
    this.#deps.onSaving(true);
    this.#show({ isSaving: true });
    while (this.#edits.length > 0) await this.#save([...this.#edits]);
    this.#isSaving = false;
    this.#deps.onSaving(false);
    this.#show({ isSaving: false });
    this.#deps.onSaved();
  }

  async #save(edits: readonly PermsEdit[]): Promise<void> {
    const wanted = applied(this.#known, edits);
    const outcome = await this.#send(wanted, edits);
    this.#edits = this.#edits.slice(edits.length);
    this.#round++;
    const before = this.store.getState().outcome;
    const told = joined(before, outcome);
    this.#show({ outcome: told });
    // Beside edits that can be made again there is no room for it.
    for (const one of [before, outcome])
      if (one?.kind === 'refused' && told !== one && this.#deps.isShown()) this.#deps.alert(one.text);
    if (outcome && !this.#deps.isShown()) this.#deps.alert(`${this.gropic}: ${leftWords(outcome)}`);
  }

  async #send(wanted: Perms, edits: readonly PermsEdit[]): Promise<SaveOutcome | undefined> {
    const { call, alert } = this.#deps;
    try {
      const answer = await call(gropicPerms, { ...wanted, gropicPermsId: this.#id });
      if (answer.unauthorized) {
        alert(texts.unauthorized);
        return undefined;
      }
      const isSaved = !answer.stale && !answer.message;
      this.#known = answer.gropicPerms ?? (isSaved ? wanted : this.#known);
      this.#id = answer.gropicPermsId ?? this.#id;
      if (answer.stale) return { kind: 'stale', edits };
      return answer.message ? { kind: 'refused', text: answer.message } : undefined;
    } catch (error) {
      if (error instanceof NetworkFailure) return { kind: 'unanswered', edits };
      alert(errorText(error));
      return undefined;
    }
  }

  #show(change: Partial<SavedPerms>): void {
    this.store.setState({ ...change, perms: applied(this.#known, this.#edits) });
  }
}

/** What came of a save stays told when the next one, of later edits, is good; what is not known before what is. */
function joined(before: SaveOutcome | undefined, now: SaveOutcome | undefined): SaveOutcome | undefined {
  if (!now || !before) return now ?? before;
  if (before.kind === 'refused') return now;
  if (now.kind === 'refused') return before;
  const kind = before.kind === 'unanswered' ? before.kind : now.kind;
  return { kind, edits: [...before.edits, ...now.edits] };
}

/** What is told of a save that ended after its page was left. */
function leftWords(outcome: SaveOutcome): string {
  switch (outcome.kind) {
    case 'stale':
      return 'Someone else changed these rights at the same time. Your change was not saved.';
    case 'unanswered':
      return unansweredWords;
    case 'refused':
      return outcome.text;
  }
}

function applied(perms: Perms, edits: readonly PermsEdit[]): Perms {
  return edits.reduce((changed, edit) => edit(changed), perms);
}
