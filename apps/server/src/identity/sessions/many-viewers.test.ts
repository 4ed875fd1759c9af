import { limits } from '@sheetwire/contract/limits';
import { parseUser, type User } from '@sheetwire/rules/principal';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { newAccount } from '#ports/users.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import { keepStreams } from './stream-keeper.ts';

const START = 60_000;
const VIEWERS = 200;
/** Accounts that are made at once. */
const AT_ONCE = 10;
const MINUTES = 3;
/** Statements of a minute beside the questions: one for all sessions, and a round of seats. */
const WRITES = 12;
/** Questions of a minute for `keptAtOnce` viewers: the sessions, and their users. */
const READS = 2;

interface Owner {
  readonly kind: 'session';
  readonly lineHash: string;
}

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await withPostgres();
}, START);
afterAll(() => postgres.stop(), START);
afterEach(() => {
  vi.restoreAllMocks();
});

/** Everybody has a stream open; each has an account and a session, and there are as many seats. */
async function viewers(server: TestApp, count: number): Promise<Owner[]> {
  const { users, sessions } = server.stores;
  const owners: Owner[] = [];
  const now = server.clock.now();
  const one = async (n: number) => {
    const name: User = parseUser(`DEMO/viewer ${n}`) ?? expect.unreachable();
    await users.create(newAccount({ name, email: '', createdAt: now }));
    const open = { method: 'password', family: null, address: '', agent: '' } as const;
    await sessions.open({ idHash: `session ${n}`, user: name, createdAt: now, seenAt: now, ...open });
    owners.push({ kind: 'session', lineHash: `session ${n}` });
  };
  for (let at = 0; at < count; at += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => one(at + n)));
  return owners;
}

/** How many statements about people are sent to PostgreSQL from now on. */
function sent(): () => number {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  return () => spy.mock.calls.filter(([query]) => /\b(session|account|seat|bearer)\b/.test(textOf(query))).length;
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}

describe.each(['PostgreSQL', 'SQLite'])('many viewers on %s', (database) => {
  let server: TestApp;
  let owners: Owner[];
  beforeAll(async () => {
    const databaseUrl = database === 'PostgreSQL' ? await postgres.newDatabase() : '';
    server = await startTestApp({ SHEETWIRE_LICENSE_SEATS: String(VIEWERS) }, { databaseUrl });
    owners = await viewers(server, VIEWERS);
  }, START);
  afterAll(() => server.stop(), START);

  /** One look at every open stream, as there is once a minute. */
  async function minute(): Promise<string[]> {
    const ended: string[] = [];
    const { lines, seats } = server.app.identity;
    server.clock.move(limits.seenEvery);
    await keepStreams(lines, {
      ownersOf: () => [],
      stays: () => undefined,
      owners: () => owners,
      end: (hash, reason) => ended.push(`${hash} ${reason}`),
    });
    await lines.settle();
    await seats.settle();
    return ended;
  }

  test(
    'their sessions and seats are kept, by a few statements a minute for all of them',
    async () => {
      expect(await minute()).toEqual([]);
      const count = sent();
      const touched = vi.spyOn(server.stores.sessions, 'touch');
      const asked = vi.spyOn(server.stores.seats, 'ask');
      for (let n = 0; n < MINUTES; n++) expect(await minute()).toEqual([]);
      expect(count()).toBeLessThanOrEqual(MINUTES * (WRITES + READS * Math.ceil(VIEWERS / limits.keptAtOnce)));
      expect(touched).toHaveBeenCalledTimes(MINUTES);
      expect(asked).toHaveBeenCalledTimes(MINUTES * Math.ceil(VIEWERS / limits.seatRound));
      const [first] = owners;
      const session = await server.stores.sessions.get(first?.lineHash ?? '');
      expect(session?.seenAt).toBe(server.clock.now());
      expect((await server.stores.seats.look(VIEWERS)).taken).toBe(VIEWERS);
    },
    START,
  );

  test(
    'without a word of the last calls a session lasts its idle time less a minute and a turn of upkeep, and no longer',
    async () => {
      const { lines } = server.app.identity;
      const [owner = expect.unreachable()] = owners;
      const again = async () => (await lines.again(owner)) !== undefined;
      // A server whose words of the last calls are lost, as by its death: the store knows the last minute's.
      await minute();
      server.clock.move(limits.seenEvery - 1);
      vi.spyOn(server.stores.sessions, 'touch').mockResolvedValue();
      expect(await again()).toBe(true);
      await lines.settle();
      server.clock.move(limits.sessionIdle - limits.seenEvery - limits.upkeep.every);
      lines.forgetAll();
      expect(await again()).toBe(true);
      await lines.settle();
      server.clock.move(limits.seenEvery + limits.upkeep.every + 1);
      lines.forgetAll();
      expect(await again()).toBe(false);
    },
    START,
  );
});
