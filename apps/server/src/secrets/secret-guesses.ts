import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import { FairMap } from '#lib/maps/fair-map.ts';
import { PublishRate } from '#lib/publish-rate.ts';
import { Refusal } from '#lib/refusal.ts';
import { steadyTime } from '#lib/steady-time.ts';
import { waitWords } from '#lib/wait-words.ts';
import type { AuditNote } from '#ports/audit.ts';
import type { Clock } from '#ports/clock.ts';
import type { Guess, GuessStore } from '#ports/secret-guesses.ts';
import { hashSecret } from './secrets.ts';

/** A secret that was given for a report. */
export interface GivenSecret {
  readonly secret: 'view' | 'publish';
  readonly caller: User;
  readonly address: string;
  readonly topic: Topic;
  readonly given: string;
  /** Compared only when the caller is not refused. */
  readonly isRight: () => boolean;
  /** The row of the audit log about a first wrong one, where there is to be one. */
  readonly firstNote: () => AuditNote | undefined;
}

interface Keys {
  readonly report: string;
  readonly caller: string;
  readonly topic: string;
}

interface Wait {
  readonly since: number;
  readonly lasts: number;
  /** What was tried too often, in words. */
  readonly tried: string;
}

const second = 1000;

/**
 * Guesses of view and publish secrets: each is judged once through the counts in the store, which slow and then refuse
 * them (safety 3). What was judged before is known here, so that who polls with one secret, wrong or right, costs neither
 * a write nor a row of the audit log, and never refuses others.
 */
export class SecretGuesses {
  readonly #store: GuessStore;
  readonly #clock: Clock;
  readonly #again: PublishRate;
  /** Secrets that were judged, by their hash, of each caller for each report. */
  readonly #known = new FairMap<string, BoundedMap<string, boolean>>(limits.secretGuesses.known);
  readonly #refused = new FairMap<string, Wait>(limits.secretGuesses.known);
  readonly #judging = new Map<string, Promise<void>>();

  constructor(store: GuessStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#again = new PublishRate(clock, limits.secretGuesses.again);
  }

  /** True for the right one; who guesses too much is refused with 429, the right one too, so that nothing is learnt. */
  async isRight(given: GivenSecret): Promise<boolean> {
    const keys = keysOf(given);
    this.#refuseWaiting(keys.report);
    const mark = hashSecret(`${given.secret}\n${given.topic}\n${given.given}`);
    const isRight = given.isRight();
    const isKnown = () => this.#known.get(keys.report)?.get(mark) === isRight;
    if (!isKnown()) {
      this.#refuseWaiting(keys.caller);
      await this.#judgeOnce(keys, { mark, isRight, given });
    } else if (!isRight) this.#again.take(keys.report);
    return isRight;
  }

  /** The same secret in several calls at once is one guess. */
  async #judgeOnce(keys: Keys, asked: { mark: string; isRight: boolean; given: GivenSecret }): Promise<void> {
    const id = `${keys.report} ${asked.mark} ${asked.isRight}`;
    const under = this.#judging.get(id);
    if (under) return under;
    const judging = this.#judge(keys, asked).finally(() => this.#judging.delete(id));
    this.#judging.set(id, judging);
    return judging;
  }

  async #judge(
    keys: Keys,
    { mark, isRight, given }: { readonly mark: string; readonly isRight: boolean; readonly given: GivenSecret },
  ): Promise<void> {
    const notes = isRight ? {} : this.#notesOf(given);
    const answer = await this.#store.judge({ ...keys, mark, isRight, notes });
    if (answer.state === 'judged') return this.#remember(keys, mark, isRight);
    // A report that others guess at refuses this caller for this report.
    const [key, of] =
      answer.scope === 'caller' ? [keys.caller, 'by this account'] : [keys.report, `for ${given.topic}`];
    const tried = `Too many wrong secrets were tried ${of}`;
    this.#refused.set(key, { since: this.#now(), lasts: answer.wait, tried }, keys.caller);
    this.#refuseWaiting(key);
  }

  #refuseWaiting(key: string): void {
    const wait = this.#refused.get(key);
    const passed = wait ? this.#now() - wait.since : 0;
    if (wait && passed >= 0 && passed < wait.lasts) {
      const retryAfter = Math.max(1, Math.ceil((wait.lasts - passed) / second));
      const message = `${wait.tried}; wait ${waitWords(retryAfter)} and try again`;
      throw new Refusal('too_many', { message, retryAfter });
    }
    this.#refused.delete(key);
  }

  #remember({ report, caller }: Keys, mark: string, isRight: boolean): void {
    const marks = this.#known.get(report) ?? new BoundedMap<string, boolean>(limits.secretGuesses.marks);
    marks.set(mark, isRight);
    this.#known.set(report, marks, caller);
  }

  /** A watch that nobody sets, where there is one (safety 3). */
  #now(): number {
    return steadyTime(this.#clock);
  }

  #notesOf({ secret, caller: actor, address, topic, firstNote }: GivenSecret): Guess['notes'] {
    const { perReport, perCaller, perTopic, within } = limits.secretGuesses;
    const row = { at: this.#clock.now(), actor, action: `${secret} secrets refused`, address };
    const after = (tried: number, of: string) => ({ tried, of, minutes: within / (60 * second) });
    const first = firstNote();
    return {
      ...(first && { first }),
      report: { ...row, object: topic, after: after(perReport, 'this caller for this report') },
      caller: { ...row, object: actor, after: after(perCaller, 'this caller for any report') },
      topic: { ...row, object: topic, after: after(perTopic, 'all callers for this report') },
    };
  }
}

/** Of an account, however many keys it has; names are kept as hashes, since anybody may ask for any. */
function keysOf({ secret, caller, topic }: GivenSecret): Keys {
  const key = (...parts: string[]) => `${secret}:${hashSecret(parts.join('\n'))}`;
  return { report: key('report', caller, topic), caller: key('caller', caller), topic: key('topic', topic) };
}
