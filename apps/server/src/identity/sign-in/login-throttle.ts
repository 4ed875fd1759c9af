import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import { Lanes } from '#identity/lanes.ts';
import { Refusal } from '#lib/refusal.ts';
import type { Clock } from '#ports/clock.ts';
import type { ThrottleStore } from '#ports/tokens.ts';
import { hashSecret } from '#secrets/secrets.ts';
import { clientNetwork } from './client-network.ts';
import { readTypedName } from './typed-name.ts';

const second = 1000;

/** Who tries to sign in as whom: the address, and the name as it was typed. */
export interface Attempt {
  readonly address: string;
  readonly name: string;
  /** Whose account the name leads to; looked up each time, so that its time says nothing. */
  readonly accountOf?: () => Promise<User | undefined>;
}

/** One count of failures: what it is of, how many it bears and in how long a time. */
interface Count {
  readonly key: string;
  readonly most: number;
  readonly within: number;
}

interface Counts {
  readonly pair: Count;
  readonly user: Count;
  readonly address: Count;
  readonly all: readonly Count[];
}

/**
 * Failed sign-ins are counted for (address, name), for the name and for the address; nobody is locked out for good
 * (interfaces 9). ENTITY/name, the name alone and an address that begins with it count as one for the pair. They count
 * for the account that they lead to as well, whatever its address is; but that count never shows, for it would tell who
 * exists: beyond it every password is simply a wrong one.
 */
export class LoginThrottle {
  readonly #store: ThrottleStore;
  readonly #clock: Clock;
  /** Attempts of one name go one by one, so that many at once cannot slip past the count nor hold up other names. */
  readonly #lanes = new Lanes({ width: 1, waiting: limits.maxWaitingHashes });
  /** One address with many names takes no more than a few of the places where passwords are checked. */
  readonly #addressLanes = new Lanes({ width: limits.loginsAtOnce, waiting: limits.maxWaitingHashes });

  constructor(store: ThrottleStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Runs the check of one attempt; undefined from it is a failure and counts. Too many are refused with 429. */
  async attempt<T>(attempt: Attempt, check: () => Promise<T | undefined>): Promise<T | undefined> {
    const counts = countsOf(attempt);
    await this.#refuseTooMany(counts.all);
    return inWords(() =>
      this.#lanes.run(counts.user.key, () =>
        this.#addressLanes.run(counts.address.key, async () => {
          await this.#refuseTooMany(counts.all);
          const account = accountCounts(attempt, await attempt.accountOf?.());
          const isSpent = (await this.#endOf(account.all)) > 0;
          const checked = await check();
          const result = isSpent ? undefined : checked;
          if (result === undefined) await this.#count([...counts.all, ...account.all]);
          else await Promise.all([counts.pair, account.pair].map(({ key }) => this.#store.clear(key)));
          return result;
        }),
      ),
    );
  }

  async #refuseTooMany(counts: readonly Count[]): Promise<void> {
    const end = await this.#endOf(counts);
    if (end > 0) throw tooMany(Math.max(1, Math.ceil((end - this.#clock.now()) / second)));
  }

  /** Until when one of the counts has no room for another try; 0 when all have. */
  async #endOf(counts: readonly Count[]): Promise<number> {
    const now = this.#clock.now();
    const standing = await this.#store.standing(
      counts.map(({ key, within }) => ({ key, since: now - within })),
      now,
    );
    const ends = counts.map(({ key, most, within }) => {
      const found = standing.get(key);
      return found !== undefined && found.failures >= most ? found.startedAt + within : 0;
    });
    return Math.max(...ends);
  }

  async #count(counts: readonly Count[]): Promise<void> {
    const now = this.#clock.now();
    await Promise.all(counts.map(({ key, within }) => this.#store.fail(key, now, now - within)));
  }
}

/** What was typed is counted by its hash: a password in the wrong field is not kept. */
function countsOf({ address: from, name }: Attempt): Counts {
  const { perPair, perAddress, within, perUser, perUserWithin } = limits.loginFailures;
  const client = clientNetwork(from);
  const { spelling, subject } = readTypedName(name);
  const pair = { key: `pair:${hashSecret(`${client}\n${subject}`)}`, most: perPair, within };
  const user = { key: `user:${hashSecret(spelling)}`, most: perUser, within: perUserWithin };
  const address = { key: `address:${client}`, most: perAddress, within };
  return { pair, user, address, all: [pair, user, address] };
}

/** Of the account; where there is none, as many of the name, so that there is as much to do. */
function accountCounts({ address: from, name }: Attempt, account: User | undefined): Pick<Counts, 'pair' | 'all'> {
  const { perPair, within, perUser, perUserWithin } = limits.loginFailures;
  const whose = account === undefined ? `nobody\n${readTypedName(name).spelling}` : `account\n${account}`;
  const pair = { key: `account pair:${hashSecret(`${clientNetwork(from)}\n${whose}`)}`, most: perPair, within };
  const user = { key: `account:${hashSecret(whose)}`, most: perUser, within: perUserWithin };
  return { pair, all: [pair, user] };
}

/** A line that is too long is refused in the words of the call too. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isBusy = error instanceof Refusal && error.code === 'too_many' && error.details.fields === undefined;
    throw isBusy ? refusal('Too many logins at once; wait a moment and try again', 1) : error;
  }
}

function tooMany(seconds: number): Refusal {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return refusal(`Too many failed logins; wait ${wait} and try again`, seconds);
}

function refusal(message: string, retryAfter: number): Refusal {
  return new Refusal('too_many', { message, retryAfter, fields: { message, info: '' } });
}
