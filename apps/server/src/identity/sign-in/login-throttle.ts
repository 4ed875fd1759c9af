import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import { clientNetwork } from '#http/client-network.ts';
import { Lanes } from '#identity/lanes.ts';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import { Refusal } from '#lib/refusal.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { AuditNote } from '#ports/audit.ts';
import type { Clock } from '#ports/clock.ts';
import type { Counted, ThrottleStore } from '#ports/tokens.ts';
import { hashSecret } from '#secrets/secrets.ts';
import { readTypedName } from './typed-name.ts';

const second = 1000;
const minute = 60 * second;

/** Who tries to sign in as whom: the address, and the name as it was typed. */
export interface Attempt {
  readonly address: string;
  readonly name: string;
  /** Whose account the name leads to; looked up each time, so that its time says nothing. */
  readonly accountOf?: () => Promise<User | undefined>;
}

/** One count of failures: what it is of, how many it bears and in how long a time. */
interface Count extends Counted {
  readonly most: number;
  /** Written to the audit log once it is full. */
  readonly note?: AuditNote;
}

/** A refusal that this server saw. */
interface Wait {
  readonly since: number;
  readonly lasts: number;
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
 * exists: beyond it every password is simply a wrong one, and the audit log alone is told. Time is the store's; a server
 * that saw a count full keeps to it by a watch that nobody sets.
 */
export class LoginThrottle {
  readonly #store: ThrottleStore;
  readonly #clock: Clock;
  readonly #full = new BoundedMap<string, Wait>(limits.maxKnownCallers);
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
          const account = accountCounts(attempt, await attempt.accountOf?.(), this.#clock.now());
          const isSpent = (await this.#waitFor(account.all)) > 0;
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
    const wait = await this.#waitFor(counts);
    if (wait > 0) throw tooMany(Math.max(1, Math.ceil(wait / second)));
  }

  /** How long until all counts have room for another try. */
  async #waitFor(counts: readonly Count[]): Promise<number> {
    const standing = await this.#store.standing(counts.map(({ key, within }) => ({ key, within })));
    const waits = counts.map(({ key, most }) => {
      const found = standing.get(key);
      return Math.max(
        this.#known(key),
        found !== undefined && found.failures >= most ? this.#keep(key, found.lasts) : 0,
      );
    });
    return Math.max(...waits);
  }

  #keep(key: string, lasts: number): number {
    if (this.#known(key) === 0) this.#full.set(key, { since: steadyTime(this.#clock), lasts });
    return lasts;
  }

  /** How long a count stays full that was seen to be full. */
  #known(key: string): number {
    const wait = this.#full.get(key);
    const passed = wait === undefined ? 0 : steadyTime(this.#clock) - wait.since;
    if (wait !== undefined && passed >= 0 && passed < wait.lasts) return wait.lasts - passed;
    this.#full.delete(key);
    return 0;
  }

  async #count(counts: readonly Count[]): Promise<void> {
    const failures = await Promise.all(
      counts.map(({ key, within, most, note }) => this.#store.fail({ key, within }, note && { most, note })),
    );
    // Seen to be full at once: the time of day may be set before the next try.
    if (counts.some(({ most }, n) => (failures[n] ?? 0) >= most)) await this.#waitFor(counts);
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
function accountCounts(
  { address: from, name }: Attempt,
  account: User | undefined,
  at: number,
): Pick<Counts, 'pair' | 'all'> {
  const { perPair, within, perUser, perUserWithin } = limits.loginFailures;
  const whose = account === undefined ? `nobody\n${readTypedName(name).spelling}` : `account\n${account}`;
  const row = { at, actor: '', action: 'logins refused', object: account ?? '(no user)', address: from };
  const full = (most: number, lasts: number, of: string) => ({
    ...{ most, within: lasts },
    note: { ...row, after: { failed: most, of, minutes: lasts / minute } },
  });
  const pair = {
    key: `account pair:${hashSecret(`${clientNetwork(from)}\n${whose}`)}`,
    ...full(perPair, within, 'this account from this address'),
  };
  const user = { key: `account:${hashSecret(whose)}`, ...full(perUser, perUserWithin, 'this account') };
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
  const minutes = Math.ceil((seconds * second) / minute);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return refusal(`Too many failed logins; wait ${wait} and try again`, seconds);
}

function refusal(message: string, retryAfter: number): Refusal {
  return new Refusal('too_many', { message, retryAfter, fields: { message, info: '' } });
}
