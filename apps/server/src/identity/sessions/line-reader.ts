import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import { Gathered } from '#lib/gathered.ts';
import type { Stores } from '#ports/stores.ts';
import type { Line, LineKind } from './known-lines.ts';

type ReadStores = Pick<Stores, 'sessions' | 'tokens' | 'users'>;

/**
 * Reads sessions and bearers with their users, those of many callers at once: after a restart all viewers come back in
 * the same moment, and each open stream is looked up once a minute.
 */
export class LineReader {
  readonly #stores: ReadStores;
  readonly #lines: Readonly<Record<LineKind, Gathered<string, Line>>>;

  constructor(stores: ReadStores) {
    this.#stores = stores;
    const { most, atOnce } = limits.linesRead;
    this.#lines = {
      session: new Gathered({ read: (hashes) => this.#sessions(hashes), most, atOnce }),
      bearer: new Gathered({ read: (hashes) => this.#bearers(hashes), most, atOnce }),
    };
  }

  /** As the store holds it; undefined when there is no such line or its user is gone. */
  read(kind: LineKind, hash: string): Promise<Line | undefined> {
    return this.#lines[kind].get(hash);
  }

  async #sessions(hashes: readonly string[]): Promise<ReadonlyMap<string, Line>> {
    const sessions = await this.#stores.sessions.some(hashes);
    const owners = await this.#owners(sessions);
    return linesBy(sessions, owners, (session, owner) => [session.idHash, { session, ...owner }]);
  }

  async #bearers(hashes: readonly string[]): Promise<ReadonlyMap<string, Line>> {
    const bearers = await this.#stores.tokens.someBearers(hashes);
    const owners = await this.#owners(bearers);
    return linesBy(bearers, owners, (bearer, owner) => [bearer.hash, { bearer, ...owner }]);
  }

  async #owners(owned: readonly { readonly user: User }[]): Promise<ReadonlyMap<User, Owner>> {
    const names = [...new Set(owned.map(({ user }) => user))];
    const { users } = this.#stores;
    const records = names.length === 0 ? [] : await users.some(names);
    const addressees = await users.addressees(names);
    return new Map(
      records.flatMap((user) => {
        const addressee = addressees.get(user.name);
        return addressee === undefined ? [] : [[user.name, { user, addressee }] as const];
      }),
    );
  }
}

type Owner = Pick<Line, 'user' | 'addressee'>;

function linesBy<Held extends { readonly user: User }>(
  held: readonly Held[],
  owners: ReadonlyMap<User, Owner>,
  lineOf: (held: Held, owner: Owner) => readonly [string, Line],
): ReadonlyMap<string, Line> {
  return new Map(
    held.flatMap((one) => {
      const owner = owners.get(one.user);
      return owner ? [lineOf(one, owner)] : [];
    }),
  );
}
