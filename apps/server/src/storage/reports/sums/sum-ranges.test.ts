import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withPostgres } from '../../../../../../scripts/test/postgres.ts';
import type { Access } from '../../access.ts';
import { openPostgres } from '../../postgres/open-postgres.ts';
import { openSqlite } from '../../sqlite/open-sqlite.ts';
import { newThreads } from '../../sqlite/writer-threads.ts';
import { newTopic } from '../../suite/builders.ts';
import { MovedClock } from '../../suite/moved-clock.ts';
import { openTampering } from '../../testing/tampering.ts';
import { newerVersions } from './newer-versions.ts';
import { joinedSums } from './sum-schema.ts';
import { summedBuckets } from './summed-buckets.ts';

const LONG = 60_000;
const { summed: MINUTE } = limits.log;
/** Minutes of a day that is filled, 60 versions each. */
const [MINUTES, EACH] = [1354, 60];
const [FROM, TO] = [600, 659];
let folder: string;
const opened = new Map<string, Access>();
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-ranges-'));
  const sqlite = await openSqlite(folder, new MovedClock(), newThreads);
  const server = await withPostgres();
  const postgres = await openPostgres({ url: await server.newDatabase(), clock: undefined, onFault: () => undefined });
  opened.set('SQLite', sqlite).set('PostgreSQL', postgres.reports);
  closing.push(
    () => sqlite.close(),
    () => postgres.reports.close(),
    () => server.stop(),
  );
}, LONG);
afterAll(async () => {
  for (const close of closing) await close();
  await rm(folder, { recursive: true });
}, LONG);

async function addTopic(db: Access['db'], topic: Topic, { version, summed }: { version: number; summed: number }) {
  await sql`insert into topic (topic, version, time, sender, is_live, reserved_to, changed_at, keyframe_version,
    keyframe_bytes, replay, replay_bytes, summed_version)
    values (${topic}, ${version}, '', 'ACME/bot', 1, ${version}, 0, 1, 0, 0, 0, ${summed})`.execute(db);
}

/** The sums of a filled day of two reports, and their heads. */
async function fill({ db, dialect }: Pick<Access, 'db' | 'dialect'>): Promise<Topic> {
  const [topic, other] = [newTopic(), newTopic()];
  for (const one of [other, topic]) {
    const version = MINUTES * EACH;
    await addTopic(db, one, { version, summed: version });
    const rows = Array.from({ length: MINUTES }, (_, minute) => {
      const first = minute * EACH + 1;
      const last = first + EACH - 1;
      const time = { since_time: String(first), until_time: String(last) };
      const span = { first_version: first, last_version: last, versions: EACH };
      return { topic: one, minute, sender: 'ACME/bot', ...span, ...time, cells: 600, bytes: 6000, whole: 0 };
    });
    for (let at = 0; at < MINUTES; at += 100)
      await db
        .insertInto('version_sum')
        .values(rows.slice(at, at + 100))
        .execute();
  }
  await sql.raw(dialect === 'postgres' ? 'analyze' : 'analyze version_sum').execute(db);
  return topic;
}

/** The database, and what it is asked of sums. */
function noted({ db }: Access) {
  const asked: CompiledQuery[] = [];
  const read = db.withPlugin({
    transformQuery({ node, queryId }) {
      const query = db.getExecutor().compileQuery(node, queryId);
      if (query.sql.includes('version_sum')) asked.push(query);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { asked, read };
}

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Rows that the leaves of a plan of PostgreSQL looked at. */
function rowsRead({ Plans: below = [], ...node }: PlanNode): number {
  if (below.length === 0) return node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  return below.reduce((sum, one) => sum + rowsRead(one), 0);
}

async function read({ db, dialect }: Access, { sql: text, parameters }: CompiledQuery): Promise<number | string> {
  const explained = (how: string) => CompiledQuery.raw(`${how} ${text}`, [...parameters]);
  if (dialect === 'sqlite') {
    const { rows } = await db.executeQuery<{ detail: string }>(explained('explain query plan'));
    return rows[0]?.detail ?? '';
  }
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
    explained('explain (analyze, format json)'),
  );
  return rows.flatMap((row) => row['QUERY PLAN']).reduce((sum, { Plan }) => sum + rowsRead(Plan), 0);
}

/** From one version to another, or the widest one. */
const narrow =
  /^SEARCH version_sum USING (?:INDEX version_sum_first \(topic=\? AND first_version>\? AND first_version<\?\)|(?:COVERING )?INDEX version_sum_width \(topic=\?\))$/;

test.each(['SQLite', 'PostgreSQL'])(
  'a list of an hour of a filled day reads the sums of that hour, and no others (%s)',
  async (kind) => {
    const access = opened.get(kind) ?? expect.unreachable();
    // Reads of the embedded store have a connection that writes nothing.
    const beside = kind === 'SQLite' ? await openTampering({ databaseUrl: '', dataDir: folder }) : undefined;
    const topic = await fill({ dialect: access.dialect, db: beside?.db ?? access.db });
    await beside?.close();
    const { asked, read: db } = noted(access);
    const versions = { first: FROM * EACH + 31, last: (TO + 1) * EACH - 20 };
    const ask = { versions, from: FROM * MINUTE, to: (TO + 1) * MINUTE - 1, most: 60 };
    const parts = await summedBuckets(db, topic, ask);
    expect(parts.map(({ versions: count }) => count)).toEqual(Array.from({ length: TO - FROM - 1 }, () => EACH));
    await newerVersions(db, topic, (MINUTES - 10) * EACH + 5);
    expect(asked.length).toBeGreaterThan(4);
    for (const query of asked) {
      const found = await read(access, query);
      if (typeof found === 'string') expect([query.sql, found]).toEqual([query.sql, expect.stringMatching(narrow)]);
      else expect([query.sql, found <= TO - FROM + 2]).toEqual([query.sql, true]);
    }
  },
  LONG,
);

test.each(['SQLite', 'PostgreSQL'])('sums of before that were written in two goes are joined (%s)', async (kind) => {
  const access = opened.get(kind) ?? expect.unreachable();
  const beside = kind === 'SQLite' ? await openTampering({ databaseUrl: '', dataDir: folder }) : undefined;
  const db = beside?.db ?? access.db;
  const topic = newTopic();
  const sum = (minute: number, sender: string, first: number, last: number) => ({
    ...{
      topic,
      minute,
      sender,
      first_version: first,
      last_version: last,
      since_time: `${first}`,
      until_time: `${last}`,
    },
    ...{ versions: last - first + 1, cells: 10, bytes: 100, whole: 1 },
  });
  const own = db.selectFrom('version_sum').selectAll().where('topic', '=', topic).orderBy('last_version');
  const all = [sum(1, 'ACME/bot', 1, 3), sum(1, 'ACME/bob', 4, 5), sum(1, 'ACME/bot', 6, 8), sum(2, 'ACME/bot', 9, 9)];
  await db.insertInto('version_sum').values(all).execute();
  for (const statement of joinedSums) await sql.raw(statement).execute(db);
  const joined = { ...sum(1, 'ACME/bot', 1, 8), versions: 6, cells: 20, bytes: 200, whole: 2 };
  expect(await own.execute()).toEqual([all[1], joined, all[3]]);
  await beside?.close();
});

/** A report of 20 versions in one minute, and one more in a later one; none of them summed. */
async function fillVersions(db: Access['db']): Promise<Topic> {
  const topic = newTopic();
  await addTopic(db, topic, { version: 21, summed: 0 });
  const facts = { sender: 'ACME/bot', is_whole: 0, replay: 0, is_packed: 0, body: Buffer.of(1), cells: 1 };
  const seals = { hash: '', previous: '', seal: '', source: '' };
  const rows = Array.from({ length: 21 }, (_, n) => ({
    ...{ topic, version: n + 1, from_version: n, time: String(n).padStart(2, '0'), ...facts, ...seals },
    created_at: n < 20 ? MINUTE : 5 * MINUTE,
  }));
  await db.insertInto('version').values(rows).execute();
  return topic;
}

/** Does some work once a list has read its sums; other reads of it follow. */
function afterSums(db: Access['db'], work: () => Promise<unknown>): Access['db'] {
  let read: unknown;
  return db.withPlugin({
    transformQuery({ node, queryId }) {
      const { sql: text } = db.getExecutor().compileQuery(node, queryId);
      if (text.includes('sum(whole)')) read = queryId;
      return node;
    },
    async transformResult({ queryId, result }) {
      if (queryId === read) await work();
      return result;
    },
  });
}

test.each(['SQLite', 'PostgreSQL'])(
  'a list that is read while more of a minute is summed counts each version once (%s)',
  async (kind) => {
    const access = opened.get(kind) ?? expect.unreachable();
    const beside = kind === 'SQLite' ? await openTampering({ databaseUrl: '', dataDir: folder }) : undefined;
    const topic = await fillVersions(beside?.db ?? access.db);
    await beside?.close();
    const sumSome = () => access.write('sumVersions', { topic, most: 5 });
    await sumSome();
    const ask = { versions: { first: 1, last: 21 }, from: 0, to: 11 * MINUTE - 1, most: 11 };
    const told = async (db: Access['db']) => (await summedBuckets(db, topic, ask)).map(({ versions }) => versions);
    const summing = vi.fn(sumSome);
    expect(await told(afterSums(access.db, summing))).toEqual([20, 1]);
    expect(summing).toHaveBeenCalledTimes(1);
    expect(await told(access.db)).toEqual([20, 1]);
  },
);
