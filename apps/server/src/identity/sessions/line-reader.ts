import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import { Gathered } from '#lib/gathered.ts';
import type { Stores } from '#ports/stores.ts';
import type { UserRecord } from '#ports/users.ts';
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
    const users = await this.#users(sessions);
    return linesBy(sessions, users, (session, user) => [session.idHash, { session, user }]);
  }

  async #bearers(hashes: readonly string[]): Promise<ReadonlyMap<string, Line>> {
    const bearers = await this.#stores.tokens.someBearers(hashes);
    const users = await this.#users(bearers);
    return linesBy(bearers, users, (bearer, user) => [bearer.hash, { bearer, user }]);
  }

  async #users(owned: readonly { readonly user: User }[]): Promise<ReadonlyMap<User, UserRecord>> {
    const names = [...new Set(owned.map(({ user }) => user))];
    const records = names.length === 0 ? [] : await this.#stores.users.some(names);
    return new Map(records.map((record) => [record.name, record]));
  }
}

function linesBy<Held extends { readonly user: User }>(
  held: readonly Held[],
  users: ReadonlyMap<User, UserRecord>,
  lineOf: (held: Held, user: UserRecord) => readonly [string, Line],
): ReadonlyMap<string, Line> {
  return new Map(
    held.flatMap((one) => {
      const user = users.get(one.user);
      return user ? [lineOf(one, user)] : [];
    }),
  );
}
