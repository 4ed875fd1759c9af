import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { type PostgresServer, withPostgres } from '../../../../scripts/test/postgres.ts';
import { openStores } from './open-stores.ts';
import { openPool } from './postgres/pool.ts';
import { cell, newTopic, whole } from './suite/builders.ts';
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

/** Reports that were published once. */
async function published(count: number) {
  const topics = Array.from({ length: count }, newTopic);
  await Promise.all(topics.map((topic) => stores.reports.append(whole({ topic, base: 0, version: 1 }))));
  return topics;
}

test('changes of different reports go to the database in one statement', async () => {
  const topics = await published(3);
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  await Promise.all(topics.map((topic) => stores.reports.append(cell({ topic, base: 1, version: 2 }, '7'))));
  const texts = sent.mock.calls.map(([text]) => String(text));
  sent.mockRestore();
  // Meanwhile new connections get their settings, and those that listen are looked after.
  expect(texts.filter((text) => !text.includes('set_config') && text !== 'select 1')).toHaveLength(1);
  const heads = await Promise.all(topics.map((topic) => stores.reports.head(topic)));
  expect(heads.map((head) => head?.version)).toEqual([2, 2, 2]);
  for (const topic of topics) expect((await stores.reports.newest(topic))?.pages[0]?.html).toContain('<td>7</td>');
});

test('a change that does not follow is refused with the version that is there, and those beside it stand', async () => {
  const [first, second] = await published(2);
  if (first === undefined || second === undefined) throw new Error('two were published');
  const stale = stores.reports.append(cell({ topic: first, base: 7, version: 8 }, '7'));
  const good = stores.reports.append(cell({ topic: second, base: 1, version: 2 }, '7'));
  await expect(stale).rejects.toMatchObject({ have: 1 });
  await good;
  expect((await stores.reports.head(second))?.version).toBe(2);
  expect(await stores.reports.since(first, 1)).toEqual([]);
});

test('of two nodes that change one version at once, one is told of the other', async () => {
  const other = await openStores({ databaseUrl: server.url, dataDir: '', clock });
  const topics = await published(20);
  const from = ({ reports }: Stores, version: number) =>
    Promise.allSettled(topics.map((topic) => reports.append(cell({ topic, base: 1, version }, String(version)))));
  const [here, there] = await Promise.all([from(stores, 2), from(other, 3)]);
  await other.close();
  for (const [n, topic] of topics.entries()) {
    const states = [here[n]?.status, there[n]?.status];
    expect(new Set(states)).toEqual(new Set(['fulfilled', 'rejected']));
    const version = states[0] === 'fulfilled' ? 2 : 3;
    expect((await stores.reports.head(topic))?.version).toBe(version);
    expect(await stores.reports.since(topic, 1)).toMatchObject([{ from: 1, version }]);
  }
});
