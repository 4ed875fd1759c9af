import { limits } from '@sheetwire/contract/limits';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { openStores } from '#storage/open-stores.ts';
import { openPool } from '#storage/postgres/pool.ts';
import { session } from '#storage/suite/builders.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import { startSweeper } from './sweeper.ts';

const START = 60_000;
const hour = 3_600_000;
let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await withPostgres();
}, START);
afterAll(() => postgres.stop(), START);
afterEach(() => void vi.useRealTimers());

/** One server of a database, whose clock is so many ms ahead; `round` is what it does every ten minutes. */
async function server(databaseUrl: string, ahead: number) {
  const stores = await openStores({ databaseUrl, dataDir: '' });
  const clock = { now: () => Date.now() + ahead };
  const round = async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stop = startSweeper({ ...{ stores, clock }, seats: { tidy: async () => resolve() } }, reject);
    vi.advanceTimersByTime(limits.sweepEvery);
    stop();
    vi.useRealTimers();
    await promise;
  };
  const signIn = async (ago: number) => {
    const at = clock.now() - ago;
    const one = session(undefined, { seenAt: at, createdAt: at });
    await stores.sessions.open(one);
    return one.idHash;
  };
  return { stores, round, signIn };
}

const areThere = async (stores: Stores, hashes: readonly string[]) =>
  Promise.all(hashes.map(async (hash) => (await stores.sessions.get(hash)) !== undefined));

test('a server whose clock is 13 hours ahead ends the sessions of nobody, and drops those that are over', async () => {
  const databaseUrl = await postgres.newDatabase();
  const [right, wrong] = [await server(databaseUrl, 0), await server(databaseUrl, 13 * hour)];
  const hashes = [await right.signIn(0), await right.signIn(13 * hour)];
  await wrong.round();
  expect(await areThere(right.stores, hashes)).toEqual([true, false]);
  await Promise.all([right.stores.close(), wrong.stores.close()]);
});

test('while one server drops what is over another leaves it to that one, and does not wait', async () => {
  const databaseUrl = await postgres.newDatabase();
  const { stores, round, signIn } = await server(databaseUrl, 0);
  const hashes = [await signIn(13 * hour)];
  const beside = openPool(databaseUrl, () => undefined);
  await beside.transaction().execute(async (own) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('sweep sign-ins', 0))`.execute(own);
    await round();
    expect(await areThere(stores, hashes)).toEqual([true]);
  });
  await round();
  expect(await areThere(stores, hashes)).toEqual([false]);
  await beside.destroy();
  await stores.close();
});
