import type { Caller } from '@sheetwire/client/caller';
import type { Output } from '@sheetwire/contract/call';
import { texts } from '@sheetwire/contract/errors';
import { guard, guardTest } from '@sheetwire/contract/guard/calls';
import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { createStore } from 'zustand/vanilla';
import { deedText, errorText } from '#lib/api.ts';

/** The rules as the server keeps them, what waits, and what was published though it broke one. */
export interface KeptRules extends Pick<Output<typeof guard>, 'held'> {
  readonly rules: readonly GuardRule[];
  readonly rulesId: string;
  readonly releaseAfterMin: number;
  readonly marked: NonNullable<Output<typeof guard>['marked']>;
}

/** What the rules would have done, and which rules those were. */
export interface Rehearsed {
  readonly rules: readonly GuardRule[];
  readonly hours: number;
  readonly result: Output<typeof guardTest>;
}

export interface GuardState {
  readonly kept: KeptRules | undefined;
  /** Why nothing, or nothing newer, is known. */
  readonly failure: string;
  /** As they stand on the screen, saved or not. */
  readonly rules: readonly GuardRule[];
  readonly releaseAfterMin: number;
  readonly isSaving: boolean;
  /** Why the last save came to nothing. */
  readonly refusal: string;
  /** Somebody else saved other rules while these were edited. */
  readonly isStale: boolean;
  readonly isRehearsing: boolean;
  readonly rehearsed: Rehearsed | undefined;
  readonly rehearsalFailure: string;
}

const nothing: GuardState = {
  ...{ kept: undefined, failure: '', rules: [], releaseAfterMin: 0, isSaving: false, refusal: '', isStale: false },
  ...{ isRehearsing: false, rehearsed: undefined, rehearsalFailure: '' },
};

/** The rules of one report on the Admin page: edited as a whole, tried on the log, and saved when they are right (time 5). */
export class GuardModel {
  readonly store = createStore<GuardState>(() => nothing);
  readonly #topic: Topic;
  readonly #call: Caller;
  /** Moves with each save: an answer to a question of before tells old rules. */
  #round = 0;
  #questions = 0;
  /** The newest question that was answered: what an older one brings is old. */
  #answered = 0;

  constructor(topic: Topic, call: Caller) {
    this.#topic = topic;
    this.#call = call;
  }

  /** Asks for the rules and what waits; what was edited stays. */
  async refresh(): Promise<void> {
    const round = this.#round;
    const question = ++this.#questions;
    try {
      const answer = await this.#call(guard, { topic: this.#topic });
      if (round === this.#round && this.#isNews(question)) this.#learn(answer);
    } catch (error) {
      if (this.#isNews(question)) this.store.setState({ failure: errorText(error) });
    }
  }

  #isNews(question: number): boolean {
    if (question < this.#answered) return false;
    this.#answered = question;
    return true;
  }

  edit(rules: readonly GuardRule[]): void {
    this.store.setState({ rules, refusal: '' });
  }

  releaseAfter(releaseAfterMin: number): void {
    this.store.setState({ releaseAfterMin, refusal: '' });
  }

  /** What was edited goes. */
  discard(): void {
    const { kept } = this.store.getState();
    if (kept) this.#show(kept);
  }

  async save(): Promise<void> {
    const { kept, rules, releaseAfterMin, isSaving } = this.store.getState();
    if (!kept || isSaving) return;
    this.#round++;
    this.store.setState({ isSaving: true, refusal: '' });
    const input = { topic: this.#topic, rules: [...rules], releaseAfterMin, rulesId: kept.rulesId };
    try {
      this.#saved(await this.#call(guard, input), { rules, releaseAfterMin });
    } catch (error) {
      this.store.setState({ refusal: deedText(error) });
    } finally {
      this.#round++;
      this.store.setState({ isSaving: false });
    }
  }

  /** Tries the rules on the screen on the versions of the last hours; nothing is kept of it. */
  async rehearse(hours: number): Promise<void> {
    const { rules, isRehearsing } = this.store.getState();
    if (isRehearsing) return;
    this.store.setState({ isRehearsing: true, rehearsalFailure: '' });
    try {
      const input = { topic: this.#topic, rules: [...rules], hours };
      // A day of versions, some of them whole reports, takes long.
      const result = await this.#call(guardTest, input, { within: 5 * limits.longAnswer });
      if (result.unauthorized) this.store.setState({ rehearsalFailure: texts.unauthorized });
      else this.store.setState({ rehearsed: { rules, hours, result } });
    } catch (error) {
      this.store.setState({ rehearsalFailure: errorText(error) });
    } finally {
      this.store.setState({ isRehearsing: false });
    }
  }

  #learn(answer: Output<typeof guard>): void {
    const found = keptOf(answer);
    if (!found) {
      this.store.setState({ failure: texts.unauthorized });
      return;
    }
    const { kept } = this.store.getState();
    const isStale = kept !== undefined && found.rulesId !== kept.rulesId;
    if (!isEdited(this.store.getState())) this.#show(found);
    else this.store.setState({ kept: found, failure: '', ...(isStale && { isStale }) });
  }

  /** What was edited while it was saved stays, and is not saved yet. */
  #saved(answer: Output<typeof guard>, sent: Pick<GuardState, 'rules' | 'releaseAfterMin'>): void {
    const found = keptOf(answer);
    const { rules, releaseAfterMin } = this.store.getState();
    const isSame = rules === sent.rules && releaseAfterMin === sent.releaseAfterMin;
    if (!found) this.store.setState({ refusal: texts.unauthorized });
    else if (answer.stale) this.store.setState({ kept: found, isStale: true });
    else if (isSame) this.#show(found);
    else this.store.setState({ kept: found, failure: '', isStale: false });
  }

  #show(kept: KeptRules): void {
    const { rules, releaseAfterMin } = kept;
    this.store.setState({ kept, rules, releaseAfterMin, failure: '', refusal: '', isStale: false });
  }
}

/** What is on the screen is not what is kept. */
export function isEdited({ kept, rules, releaseAfterMin }: GuardState): boolean {
  if (!kept) return false;
  return releaseAfterMin !== kept.releaseAfterMin || keyOf(rules) !== keyOf(kept.rules);
}

/** A rule that is being edited, and its place when that began; no rule for a new one. */
export interface EditedRule {
  readonly at: number;
  readonly rule: GuardRule | undefined;
}

/** Where an edited rule stands by now: others may have been saved or removed since. A new one, or one that is gone, is the last. */
export function placeOf({ at, rule }: EditedRule, rules: readonly GuardRule[]): number {
  if (rule === undefined) return rules.length;
  const isIt = (other: GuardRule | undefined) => other !== undefined && keyOf([other]) === keyOf([rule]);
  if (isIt(rules[at])) return at;
  const found = rules.findIndex(isIt);
  return found < 0 ? rules.length : found;
}

/** One form for each rule that is edited: what was typed for one is never saved over another that took its place. */
export function formKey({ at, rule }: EditedRule): string {
  return `${at} ${rule ? keyOf([rule]) : 'new'}`;
}

/** The same for the same rules, in whatever order their fields came. */
export function keyOf(rules: readonly GuardRule[]): string {
  return JSON.stringify(rules.map((rule) => Object.entries(rule).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

function keptOf({ rules, rulesId, releaseAfterMin, held, marked, unauthorized }: Output<typeof guard>) {
  if (unauthorized || rules === undefined) return undefined;
  return { rules, rulesId: rulesId ?? '', releaseAfterMin: releaseAfterMin ?? 0, held, marked: marked ?? [] };
}
