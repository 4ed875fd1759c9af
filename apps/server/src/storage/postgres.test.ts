import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { type PostgresServer, withPostgres } from '../../../../scripts/test/postgres.ts';
import { openStores } from './open-stores.ts';
import { openPool } from './postgres/pool.ts';
import { MovedClock } from './suite/moved-clock.ts';
import { storeSuite } from './suite.ts';

const START = 60_000;
const clock = new MovedClock();
let server: PostgresServer;
let stores: Stores;

beforeAll(async () => {
  server = await withPostgres();
  stores = await openStores({ databaseUrl: server.url, dataDir: '', clock });
}, START);

afterAll(async () => {
  await stores.close();
  await server.stop();
}, START);

storeSuite(() => stores, clock);

test('a connection that breaks while it is used fails its transaction alone', async () => {
  const db = openPool(server.url, () => undefined);
  const broken = db.transaction().execute(async (own) => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction'`.execute(db);
    await sql`select 1`.execute(own);
  });
  await expect(broken).rejects.toThrow();
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await db.destroy();
});
