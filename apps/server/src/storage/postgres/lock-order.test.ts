import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HeldValue } from '#ports/controls.ts';
import type { Stores } from '#ports/stores.ts';
import { type PostgresServer, withPostgres } from '../../../../../scripts/test/postgres.ts';
import type { Database } from '../database.ts';
import { openStores } from '../open-stores.ts';
import { bob, newTopic, unique, whole } from '../suite/builders.ts';
import { controlUpdate, publisherSession } from '../suite/control-builders.ts';
import { MovedClock } from '../suite/moved-clock.ts';
import { openPool } from './pool.ts';

const START = 60_000;
const GONE = { timeout: 20_000 };
const ROUNDS = 4;
const UPDATES = 12;
const clock = new MovedClock();
let server: PostgresServer;
let databaseUrl: string;
let here: Stores;
let there: Stores;
/** A way to the database beside the stores. */
let beside: Kysely<Database>;

beforeAll(async () => {
  server = await withPostgres();
}, START);

beforeEach(async () => {
  databaseUrl = await server.newDatabase();
  const open = () => openStores({ databaseUrl, dataDir: '', clock });
  [here, there] = [await open(), await open()];
  beside = openPool(databaseUrl, () => undefined);
  return async () => {
    await beside.destroy();
    await there.close();
    await here.close();
  };
}, START);

afterAll(async () => {
  await server.stop();
}, START);

test('what an older publisher acknowledges and the newer one takes at once comes to no deadlock', async () => {
  const topic = newTopic();
  const [older, newer] = [publisherSession(), publisherSession()];
  await here.controls.open(older, [topic, newTopic()]);
  const ids = await send(here, [topic]);
  await here.controls.take({ session: older.hash, cursor: 0 });
  await there.controls.open(newer, [topic]);
  await across(ids, () => [
    acknowledge(here, older.hash, ids),
    there.controls
      .take({ session: newer.hash, cursor: 0 })
      .then((taken) => expect(taken?.updates.length).toBe(UPDATES)),
  ]);
  expect(await deadlocks()).toBe(0);
});

test('what is acknowledged late and tidied away at once comes to no deadlock', async () => {
  const [topic, other] = [newTopic(), newTopic()];
  const [own, others] = [publisherSession(), publisherSession()];
  await here.controls.open(own, [topic]);
  const ids = await send(here, [topic]);
  clock.move(limits.controlAck + limits.controls.updateKept + 1);
  await there.controls.open(others, [other]);
  await across(ids, () => [acknowledge(here, own.hash, ids), send(there, [other])]);
  expect(await deadlocks()).toBe(0);
});

test(
  'acknowledgements, updates, takeovers, publishes, ends and what is tidied away at once come to no deadlock',
  async () => {
    for (let n = 0; n < ROUNDS; n++) await storm();
    expect(await deadlocks()).toBe(0);
  },
  START,
);

/** Everything at once about the same reports, some of it about what is old enough to go. */
async function storm(): Promise<void> {
  const topics = [newTopic(), newTopic(), newTopic()] as const;
  const [first, second, third] = [publisherSession(), publisherSession(), publisherSession()];
  await here.controls.open(first, topics);
  const old = await send(here, topics);
  await here.controls.take({ session: first.hash, cursor: 0 });
  clock.move(limits.controls.updateKept + limits.controlAck + 1);
  await here.controls.renew(first.hash);
  const fresh = await send(here, topics);
  await here.controls.take({ session: first.hash, cursor: 1 });
  await there.controls.open(second, topics.slice(0, 2));
  await Promise.all([
    acknowledge(here, first.hash, [...old, ...fresh]),
    there.controls.take({ session: second.hash, cursor: 0 }),
    send(there, topics.toReversed()),
    here.controls.open(third, topics.slice(1)),
    acknowledge(there, second.hash, fresh),
    acknowledge(there, first.hash, old),
    publish(here, topics[0], 1),
    publish(there, topics[1], 1),
    ...fresh.slice(0, 2).map((id) => there.controls.withdraw(id)),
    here.controls.lapse(),
    there.controls.lapse(),
    there.controls.end([first.hash]),
    here.reports.prune(clock.now()),
    there.reports.prune(clock.now()),
  ]);
}

function acknowledge(stores: Stores, session: string, ids: readonly string[]): Promise<unknown> {
  return stores.controls.acknowledge({ session, acks: ids.map((id) => ({ id, status: 'updated' as const })) });
}

const LAST = 1_000_000;
let sent = 0;

/** Updates whose names run against the order in which they came. */
async function send(stores: Stores, topics: readonly Topic[]): Promise<string[]> {
  const ids: string[] = [];
  for (const topic of topics) {
    for (let n = 0; n < UPDATES; n++) {
      const id = String(LAST - ++sent);
      expect(await stores.controls.accept(id, controlUpdate(topic))).toSatisfy((answer) => answer !== 'full');
      ids.push(id);
    }
  }
  return ids;
}

async function publish(stores: Stores, topic: Topic, version: number): Promise<void> {
  const value = { value: 'South', user: bob, at: 5, version, base: 0, markup: '<select></select>' };
  const set: HeldValue = { owner: '', key: unique('control').toUpperCase(), name: 'Region', ...value };
  await stores.reports.append({
    ...whole({ topic, base: version - 1, version }),
    held: { set, isNews: true, drop: [] },
  });
}

/** Keeps the update in the middle until each of the works waits or is done: whoever comes from either end has its half. */
async function across(ids: readonly string[], start: () => readonly Promise<unknown>[]): Promise<void> {
  let pending = 0;
  let works: readonly Promise<unknown>[] = [];
  await beside.transaction().execute(async (own) => {
    await sql`select 1 from control_update where id = ${ids[ids.length / 2] ?? ''} for update`.execute(own);
    works = start();
    pending = works.length;
    for (const work of works) void work.finally(() => pending--).catch(() => undefined);
    await expect.poll(async () => (await waiting()) - pending, GONE).toBe(0);
  });
  await Promise.all(works);
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(beside);
  return rows[0]?.count ?? Number.NaN;
}

/** Those that the database broke up: a connection has told of all that it met once it is gone. */
async function deadlocks(): Promise<number> {
  for (const one of [there, here]) await one.close();
  await beside.destroy();
  beside = openPool(databaseUrl, () => undefined);
  const others = sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'sheetwire' and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await others.execute(beside)).rows[0]?.count, GONE).toBe(0);
  const { rows } = await sql<{ deadlocks: number }>`select deadlocks from pg_stat_database
    where datname = current_database()`.execute(beside);
  return rows[0]?.deadlocks ?? Number.NaN;
}
