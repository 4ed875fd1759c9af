import { branded } from '@sheetwire/rules/name';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publisherOf, viewerOf } from '#testing/publisher.ts';
import { startTestApp } from '#testing/test-app.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import type { Database } from '../database.ts';
import { migrate, migrationsOf } from '../migrations.ts';
import { openStores } from '../open-stores.ts';
import { openPool } from './pool.ts';

const START = 60_000;
const topic = branded<'Topic'>('ACME/RATES/DAILY');
const page = (n: number) => [
  { name: 'P', html: `<table><tbody><tr><td data-cell="A1">${n}</td></tr></tbody></table>` },
];

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await withPostgres();
}, START);
afterAll(() => postgres.stop(), START);

/** What a newer version might do to a store: it adds a table, and a column to each there is, one after another. */
async function upgrade(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%' order by 1`.execute(db);
  const columns = rows.map(({ name }) => sql`alter table ${sql.table(name)} add column added text not null default ''`);
  const steps = [sql`create table added (name text primary key)`, ...columns];
  const migrations = migrationsOf('postgres');
  for (const [n, step] of steps.entries()) {
    migrations[`9${String(n).padStart(3, '0')}-added`] = { up: async (own) => void (await step.execute(own)) };
    await migrate(db, migrations);
  }
  return steps.length;
}

test(
  'a server at work goes on while a newer one adds tables and columns to its store, and cannot be started again',
  async () => {
    const databaseUrl = await postgres.newDatabase();
    const server = await startTestApp({ SHEETWIRE_MAX_PUBLISH_RATE: '100000' }, { databaseUrl });
    const bot = await publisherOf(server, 'ACME/bot');
    const viewer = await viewerOf(server, 'ACME/jane');
    const db = openPool(databaseUrl, () => undefined);
    let isDone = false;
    const upgraded = upgrade(db).finally(() => {
      isDone = true;
    });
    const answers: unknown[] = [];
    let version = 0;
    for (let after = 0; after < 3; after += Number(isDone)) {
      version++;
      const published = await bot.call('publish.publishReport', { topic, pages: page(version) });
      const read = await viewer.post('reports/report/', { topic });
      const named = await viewer.post('accounts/username/');
      answers.push([published.status, published.body.version, read.status, read.body.version, named.status]);
    }
    expect(answers).toEqual(answers.map((_, n) => [200, n + 1, 200, n + 1, 200]));
    expect(await upgraded).toBeGreaterThan(20);
    // Who comes now, and what is kept for later, as before.
    await viewerOf(server, 'ACME/joe');
    expect((await server.stores.past.read(topic, 1))?.version).toBe(1);
    await expect(openStores({ databaseUrl, dataDir: '' })).rejects.toThrow('written by a newer version');
    await server.stop();
    await db.destroy();
  },
  2 * START,
);

test(
  'a server that starts while another one drops tables of the store starts all the same',
  async () => {
    const databaseUrl = await postgres.newDatabase();
    const [db, other] = [openPool(databaseUrl, () => undefined), openPool(databaseUrl, () => undefined)];
    await migrate(db, migrationsOf('postgres'));
    let isOver = false;
    const drop = async () => {
      while (!isOver) {
        await sql`create table passing (id serial)`.execute(other);
        await sql`drop table passing`.execute(other);
      }
    };
    const dropping = drop();
    for (let n = 0; n < 100; n++) await migrate(db, migrationsOf('postgres'));
    isOver = true;
    await dropping;
    for (const one of [db, other]) await one.destroy();
  },
  START,
);
