import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import { openStores } from '../open-stores.ts';
import { cell, newTopic, whole } from '../suite/builders.ts';
import { openCutPool } from './pool.ts';
import { byteaArray, PreparedStatements } from './prepared.ts';

const START = 60_000;
let server: PostgresServer;
beforeAll(async () => {
  server = await withPostgres();
}, START);
afterAll(() => server.stop(), START);

const one = { name: 'one', text: 'select $1::int + 1 as next' };

test('changes of any number of reports are one statement, which each connection prepares once', async () => {
  const stores = await openStores({ databaseUrl: await server.newDatabase(), dataDir: '' });
  const topics = Array.from({ length: 100 }, newTopic);
  await Promise.all(topics.map((topic) => stores.reports.append(whole({ topic, base: 0, version: 1 }))));
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  for (const [version, count] of [1, 3, topics.length].entries()) {
    const change = { base: 1 + version, version: 2 + version };
    await Promise.all(topics.slice(0, count).map((topic) => stores.reports.append(cell({ topic, ...change }, '7'))));
    for (const topic of topics.slice(count)) await stores.reports.append(cell({ topic, ...change }, '7'));
  }
  const asked = sent.mock.calls.map(([query]): unknown => query).filter(isNamed);
  sent.mockRestore();
  expect(asked.length).toBeGreaterThan(3);
  expect(new Set(asked.map(({ name, text }) => `${name} ${text}`)).size).toBe(1);
  const [first] = topics;
  expect(first && (await stores.reports.newest(first))?.version).toBe(4);
  await stores.close();
});

test('behind a pooler that loses the names of statements they are run without', async () => {
  const { pool } = openCutPool(server.url, 1, (fault) => expect.unreachable(String(fault)));
  const statements = new PreparedStatements(pool);
  expect(await statements.run(one, [1])).toEqual([{ next: 2 }]);
  const client = await pool.connect();
  await client.query('deallocate all');
  client.release();
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  expect(await statements.run(one, [2])).toEqual([{ next: 3 }]);
  expect(await statements.run(one, [3])).toEqual([{ next: 4 }]);
  expect(sent.mock.calls.map(([query]) => isNamed(query))).toEqual([true, false, false]);
  sent.mockRestore();
  await pool.end();
});

test('what the database refuses is told, and its connection goes on', async () => {
  const { pool } = openCutPool(server.url, 1, (fault) => expect.unreachable(String(fault)));
  const statements = new PreparedStatements(pool);
  await expect(statements.run(one, ['x'])).rejects.toMatchObject({ code: '22P02' });
  expect(await statements.run(one, [1])).toEqual([{ next: 2 }]);
  await pool.end();
});

test('bytes of any kind are a bytea[] as they are', async () => {
  const { pool } = openCutPool(server.url, 1, (fault) => expect.unreachable(String(fault)));
  const statements = new PreparedStatements(pool);
  const values = [Buffer.alloc(0), Buffer.from('\\x00{"",NULL}'), Buffer.from([0, 255, 92]), Buffer.alloc(100_000, 7)];
  const text = 'select value from unnest($1::bytea[]) with ordinality as given (value, n) order by n';
  const rows = await statements.run<{ value: Buffer }>({ name: 'bytes', text }, [byteaArray(values)]);
  expect(rows.map(({ value }) => value)).toEqual(values);
  await pool.end();
});

function isNamed(query: unknown): query is { readonly name: string; readonly text: string } {
  return typeof query === 'object' && query !== null && 'name' in query && typeof query.name === 'string';
}
