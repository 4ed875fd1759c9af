import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import { openStores } from '../open-stores.ts';
import { newTopic, whole } from '../suite/builders.ts';
import { openPool } from './pool.ts';

const START = 60_000;

let server: PostgresServer;
beforeAll(async () => {
  server = await withPostgres();
}, START);
afterAll(() => server.stop(), START);

test('while one server drops old versions another leaves it to that one, and does not wait', async () => {
  const databaseUrl = await server.newDatabase();
  const stores = await openStores({ databaseUrl, dataDir: '' });
  const topic = newTopic();
  for (let version = 1; version <= 3; version++)
    await stores.reports.append(whole({ topic, base: version - 1, version }));
  const later = (await stores.now()) + 1;
  const beside = openPool(databaseUrl, () => undefined);
  await beside.transaction().execute(async (own) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('prune versions', 0))`.execute(own);
    expect(await stores.reports.prune(later)).toBe(0);
  });
  expect(await stores.reports.prune(later)).toBe(2);
  expect(await stores.reports.prune(later)).toBe(0);
  await beside.destroy();
  await stores.close();
});
