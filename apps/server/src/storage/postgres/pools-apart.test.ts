import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import type { Database } from '../database.ts';
import { openStores } from '../open-stores.ts';
import { newTopic, session, user, whole } from '../suite/builders.ts';
import { openPool } from './pool.ts';

const START = 60_000;
const CONNECTIONS = { publishing: 2, reading: 2, signIn: 2 };
/** More than any of the pools has connections. */
const MANY = 8;

let server: PostgresServer;
let stores: Stores;
let beside: Kysely<Database>;
const topic = newTopic();
const jane = session();
const pending: Promise<unknown>[] = [];

beforeAll(async () => {
  server = await withPostgres();
  const databaseUrl = await server.newDatabase();
  stores = await openStores({ databaseUrl, dataDir: '', connections: CONNECTIONS });
  beside = openPool(databaseUrl, () => undefined);
  await stores.reports.append(whole({ topic, base: 0, version: 1 }));
  await stores.sessions.open(jane);
}, START);
afterAll(async () => {
  await beside.destroy();
  await stores.close();
  await server.stop();
}, START);
afterEach(async () => {
  await Promise.all(pending.splice(0));
});

/** While somebody holds a table all connections that want it wait. */
async function whileHeld(table: string, work: () => Promise<void>): Promise<void> {
  await beside.transaction().execute(async (own) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(own);
    await work();
  });
}

const many = (work: (n: number) => Promise<unknown>) => {
  for (let n = 0; n < MANY; n++) pending.push(work(n));
};

const signsIn = async () => {
  expect((await stores.sessions.get(jane.idHash))?.user).toBe(jane.user);
  await stores.sessions.touch([[jane.idHash, 2000]]);
  expect(await stores.users.create(user())).toBe(true);
};
const reads = async () => expect((await stores.reports.head(topic))?.version).toBeGreaterThan(0);
const publishes = () => stores.reports.append(whole({ topic: newTopic(), base: 0, version: 1 }));

test('readers who wait keep nobody from logging in, and nobody from learning what is new', async () => {
  await whileHeld('keyframe', async () => {
    many(() => stores.reports.newest(topic));
    await signsIn();
    expect(await stores.now()).toBeGreaterThan(0);
    expect(await stores.reports.headsSince(0)).toMatchObject([{ topic }]);
    expect(await stores.rightsChanges.stamps()).toHaveProperty('permissions');
  });
});

test('writers who wait keep nobody from reading or logging in', async () => {
  await whileHeld('linked_file', async () => {
    many(() => stores.linkedFiles.removeAll(topic));
    await reads();
    await signsIn();
  });
});

test('logins that wait keep nobody from reading or publishing', async () => {
  await whileHeld('throttle', async () => {
    many((n) => stores.throttle.fail({ key: `of ${n}`, within: 1000 }));
    await reads();
    await publishes();
  });
});
