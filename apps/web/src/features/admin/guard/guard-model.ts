import type { Caller } from '@sheetwire/client/caller';
import { NetworkFailure } from '@sheetwire/client/failures';
import type { Output } from '@sheetwire/contract/call';
import { texts } from '@sheetwire/contract/errors';
import { guard, guardTest } from '@sheetwire/contract/guard/calls';
import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { createStore } from 'zustand/vanilla';
import { deedText, errorText } from '#lib/api.ts';
import { type Edited, isSame } from './edited-rule.ts';

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

export interface GuardDeps {
  readonly call: Caller;
  /** Tells what came of a save after the rules were left. */
  readonly alert: (text: string) => void;
}

/** The rules of one report on the Admin page: edited as a whole, tried on the log, and saved when they are right (time 5). */
export class GuardModel {
  readonly store = createStore<GuardState>(() => nothing);
  readonly #topic: Topic;
  readonly #call: Caller;
  readonly #alert: (text: string) => void;
  #isShown = false;
  /** What was sent and is not answered, or never was: found on the server, it is no change by somebody else. */
  #sent: Edited | undefined;
  /** Moves with each save: an answer to a question of before tells old rules. */
  #round = 0;
  #questions = 0;
  /** The newest question that was answered: what an older one brings is old. */
  #answered = 0;

  constructor(topic: Topic, { call, alert }: GuardDeps) {
    this.#topic = topic;
    this.#call = call;
    this.#alert = alert;
  }

  /** The rules are on the screen; until the answer is called. */
  start(): () => void {
    this.#isShown = true;
    return () => {
      this.#isShown = false;
    };
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
    const sent = { rules, releaseAfterMin };
    this.#sent = sent;
    const input = { topic: this.#topic, rules: [...rules], releaseAfterMin, rulesId: kept.rulesId };
    try {
      this.#saved(await this.#call(guard, input), sent);
      this.#sent = undefined;
    } catch (error) {
      if (!(error instanceof NetworkFailure)) this.#sent = undefined;
      // What was sent was found since: it was saved, though nobody could tell.
      if (this.#sent || !(error instanceof NetworkFailure)) this.#refused(deedText(error));
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
    const now = this.store.getState();
    const isNew = now.kept !== undefined && found.rulesId !== now.kept.rulesId;
    const isOwn = isNew && this.#sent !== undefined && isSame(found, this.#sent);
    if (isOwn) this.#sent = undefined;
    if (!isEdited(now) || isSame(found, now)) this.#show(found);
    else if (isOwn) this.store.setState({ kept: found, failure: '', refusal: '', isStale: false });
    else this.store.setState({ kept: found, failure: '', ...(isNew && { isStale: true }) });
  }

  /** What came of a save is beside the rules while they are on the screen. */
  #refused(refusal: string): void {
    this.store.setState({ refusal });
    if (!this.#isShown) this.#alert(`${this.#topic}: ${refusal}`);
  }

  /** What was edited while it was saved stays, and is not saved yet. */
  #saved(answer: Output<typeof guard>, sent: Edited): void {
    const found = keptOf(answer);
    if (!found) this.#refused(texts.unauthorized);
    else if (answer.stale) {
      this.store.setState({ kept: found, isStale: true });
      if (!this.#isShown) this.#alert(`${this.#topic}: ${staleWords}`);
    } else if (isSame(this.store.getState(), sent)) this.#show(found);
    else this.store.setState({ kept: found, failure: '', isStale: false });
  }

  #show(kept: KeptRules): void {
    const { rules, releaseAfterMin } = kept;
    this.store.setState({ kept, rules, releaseAfterMin, failure: '', refusal: '', isStale: false });
  }
}

/** What is told of a save that met newer rules after these were left. */
const staleWords = 'Someone else changed the publish rules at the same time. Your change was not saved.';

/** What is on the screen is not what is kept. */
export function isEdited({ kept, ...shown }: GuardState): boolean {
  return kept !== undefined && !isSame(shown, kept);
}

function keptOf({ rules, rulesId, releaseAfterMin, held, marked, unauthorized }: Output<typeof guard>) {
  if (unauthorized || rules === undefined) return undefined;
  return { rules, rulesId: rulesId ?? '', releaseAfterMin: releaseAfterMin ?? 0, held, marked: marked ?? [] };
}
