import { limits } from '@sheetwire/contract/limits';
import { Refusal } from '#http/refusal.ts';
import type { Clock } from '#ports/clock.ts';
import type { ThrottleStore } from '#ports/tokens.ts';
import { Lanes } from './lanes.ts';
import { hashSecret } from './secrets.ts';

const second = 1000;

/** Who tries to sign in as whom: the address, and the name as it was typed. */
export interface Attempt {
  readonly address: string;
  readonly name: string;
}

/** Failed sign-ins are counted for (address, user) and for the user; nobody is locked out for good (interfaces 9). */
export class LoginThrottle {
  readonly #store: ThrottleStore;
  readonly #clock: Clock;
  /** Attempts of one pair go one by one, so that many at once cannot slip past the count. */
  readonly #lanes = new Lanes({ width: 1, waiting: limits.maxWaitingHashes });

  constructor(store: ThrottleStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Runs the check of one attempt; undefined from it is a failure and counts. Too many are refused with 429. */
  async attempt<T>(attempt: Attempt, check: () => Promise<T | undefined>): Promise<T | undefined> {
    const { pair, user } = keysOf(attempt);
    return this.#lanes.run(pair, async () => {
      await this.#refuseTooMany(pair, user);
      const result = await check();
      if (result === undefined) await this.#count(pair, user);
      else await this.#store.clear(pair);
      return result;
    });
  }

  async #refuseTooMany(pair: string, user: string): Promise<void> {
    const { perPair, within, perUser, perUserWithin } = limits.loginFailures;
    const now = this.#clock.now();
    const [ofPair, ofUser] = await Promise.all([
      this.#store.count(pair, now - within),
      this.#store.count(user, now - perUserWithin),
    ]);
    if (ofPair >= perPair) throw tooMany(within);
    if (ofUser >= perUser) throw tooMany(perUserWithin);
  }

  async #count(pair: string, user: string): Promise<void> {
    const { within, perUserWithin } = limits.loginFailures;
    const now = this.#clock.now();
    await Promise.all([this.#store.fail(pair, now, now - within), this.#store.fail(user, now, now - perUserWithin)]);
  }
}

/** What was typed is counted by its hash: a password in the wrong field is not kept. */
function keysOf({ address, name }: Attempt): { pair: string; user: string } {
  const typed = name.trim().toLowerCase();
  return { pair: `pair:${hashSecret(`${address}\n${typed}`)}`, user: `user:${hashSecret(typed)}` };
}

function tooMany(within: number): Refusal {
  const minutes = Math.round(within / second / 60);
  const message = `Too many failed logins; wait up to ${minutes} minutes and try again`;
  return new Refusal('too_many', { message, retryAfter: within / second, fields: { message, info: '' } });
}
