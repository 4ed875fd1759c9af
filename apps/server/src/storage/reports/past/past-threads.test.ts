import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Op } from '@sheetwire/contract/live';
import type { Topic } from '@sheetwire/rules/topic';
import { CompiledQuery, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Access } from '../../access.ts';
import { openSqlite } from '../../sqlite/open-sqlite.ts';
import { newThreads } from '../../sqlite/writer-threads.ts';
import { bob, cell, jane, newTopic, timeOf, whole } from '../../suite/builders.ts';
import { MovedClock } from '../../suite/moved-clock.ts';
import { reportOf } from '../../suite/report-history.ts';
import { openTampering } from '../../testing/tampering.ts';
import { SqlReportLog } from '../report-log.ts';
import { SqlReportPast } from './report-past.ts';
import { SqlVersionMarks } from './version-marks.ts';

const minute = 60_000;
const pageOf = () => 0;
const LONG = 60_000;
const clock = new MovedClock();
let folder: string;
let access: Access;
let log: SqlReportLog;
let past: SqlReportPast;
let marks: SqlVersionMarks;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-threads-'));
  access = await openSqlite(folder, clock, newThreads);
  log = new SqlReportLog(access, (error) => {
    throw error;
  });
  past = new SqlReportPast(access, log);
  marks = new SqlVersionMarks(access, log.urgent, undefined);
});
afterEach(async () => {
  await log.close();
  await access.close();
  await rm(folder, { recursive: true });
});

/** So many rows of three cells. */
const rows = (count: number) => Array.from({ length: count }, (_, n) => row(n + 1)).join('');
const row = (n: number) =>
  `<tr>${['A', 'B', 'C'].map((name) => `<td data-cell="${name}${n}">${n}</td>`).join('')}</tr>`;
const page = (count: number) => ({ html: `<table><tbody>${rows(count)}</tbody></table>`, styles: [] });

async function publish(topic: Topic, versions: number, opsOf: (version: number) => Op[]): Promise<void> {
  await log.append(whole({ topic, base: 0, version: 1 }, reportOf(1, [page(2000)])));
  for (let version = 2; version <= versions; version++) {
    const change = { kind: 'delta', ops: opsOf(version) } as const;
    await log.append({ topic, base: version - 1, version, time: timeOf(version), sender: jane, change });
  }
}

/** The database, and the statements that are asked of it. */
function noted() {
  const asked: CompiledQuery[] = [];
  const db = access.db.withPlugin({
    transformQuery({ node, queryId }) {
      asked.push(access.db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { asked, db };
}

test('who looks at the past, tags or rolls back does not wait for thinning', async () => {
  const never = new Promise<never>(() => undefined);
  let asked = 0;
  const stuck = () => {
    asked++;
    return never;
  };
  const background = { make: stuck, merged: stuck, isSame: stuck };
  const beside = new SqlReportPast(access, { viewers: log.viewers, indexes: log.indexes, sums: log.sums, background });
  const topic = newTopic();
  clock.move(minute - (clock.now() % minute));
  const from = clock.now();
  await publish(topic, 4, (version) => [[0, 'c', version, `v${version}`]]);
  clock.move(minute);
  await log.append(whole({ topic, base: 4, version: 5 }));
  void beside.thin({ from, to: from + minute, width: minute });
  await expect.poll(() => asked).toBe(1);
  expect((await beside.read(topic, 3))?.pages[0]?.html).toContain('v3');
  expect((await beside.ops(topic, 4, 2))?.ops).toHaveLength(2);
  expect((await marks.content(topic, 3))?.pages[0]?.html).toContain('v3');
  expect(await marks.tag(topic, { version: 3, tag: 'kept', by: bob })).toMatchObject({ changed: true });
});

test(
  'of steps before a keyframe that are indexed only those are read that changed the cell',
  async () => {
    const topic = newTopic();
    const moved = (version: number): Op[] => (version % 40 === 0 ? [[0, 'r', 10, 0, row(9000 + version)]] : []);
    await publish(topic, 300, (version) => [...moved(version), [0, 'c', (version * 7) % 60, `v${version}`]]);
    for (const version of [150, 290]) await marks.tag(topic, { version, tag: `t${version}`, by: bob });
    const ask = { pageOf, version: 300, since: '', most: 500 };
    const names = ['A1', 'B2', 'C3', 'A12', 'B13', 'C14'];
    const told = async () => {
      const all = [];
      for (const name of names) all.push((await past.cell(topic, { ...ask, cell: name }))?.values ?? []);
      return all;
    };
    const first = await told();
    expect(first.every((values) => values.length > 2)).toBe(true);
    await log.idle();
    const indexes = await access.db
      .selectFrom('cell_index')
      .select(['version', 'from_version'])
      .orderBy('version')
      .execute();
    expect(indexes).toEqual([
      { version: 150, from_version: 1 },
      { version: 290, from_version: 150 },
    ]);
    const used = new Set(first.flatMap((values) => values.map(({ version }) => version)));
    const beside = await openTampering({ databaseUrl: '', dataDir: folder });
    const others = sql.join(Array.from({ length: 289 }, (_, n) => n + 2).filter((version) => !used.has(version)));
    const spoil = sql`update version set body = zeroblob(4) where topic = ${topic} and version in (${others})`;
    const { numAffectedRows } = await spoil.execute(beside.db);
    expect(Number(numAffectedRows)).toBeGreaterThan(200);
    expect(await told()).toEqual(first);
    await beside.close();
  },
  LONG,
);

test(
  'an index goes with the steps that it tells of, and is counted in what a history takes',
  async () => {
    const topic = newTopic();
    clock.move(minute - (clock.now() % minute));
    const from = clock.now();
    await publish(topic, 200, (version) => [[0, 'c', version % 50, `v${version}`]]);
    for (const version of [100, 190]) await marks.tag(topic, { version, tag: `t${version}`, by: bob });
    const ask = { pageOf, cell: 'A5', version: 200, since: '', most: 500 };
    const values = (await past.cell(topic, ask))?.values ?? [];
    await log.idle();
    const takes = async () => {
      const sums = await sql<{ bytes: number }>`select (select sum(length(body)) from version)
        + (select sum(length(body)) from keyframe) + (select coalesce(sum(length(body)), 0) from cell_index) as bytes`.execute(
        access.db,
      );
      return sums.rows[0]?.bytes;
    };
    const indexed = async () => (await access.db.selectFrom('cell_index').selectAll().execute()).length;
    expect([await indexed(), await past.bytes()]).toEqual([2, await takes()]);
    clock.move(minute);
    await log.append(whole({ topic, base: 200, version: 201 }));
    await past.thin({ from, to: from + minute, width: minute });
    expect([await indexed(), await past.bytes()]).toEqual([0, await takes()]);
    const left = ((await past.cell(topic, ask))?.values ?? []).map(({ text }) => text);
    expect(values.map(({ text }) => text)).toEqual(expect.arrayContaining(left));
    await log.append(cell({ topic, base: 201, version: 202 }, 'x'));
  },
  LONG,
);

test('a step through a long history counts neither the way nor what is newer version by version', async () => {
  const topic = newTopic();
  clock.move(minute - (clock.now() % minute));
  await log.append(whole({ topic, base: 0, version: 1 }));
  for (let version = 2; version <= 40; version++) {
    clock.move(minute / 10);
    await log.append(cell({ topic, base: version - 1, version }, String(version)));
  }
  await past.sum(1);
  expect(await past.newer(topic, 3)).toBe(37);
  const beside = await openTampering({ databaseUrl: '', dataDir: folder });
  // Were versions counted of minutes that are summed, what their sums say would change nothing.
  await sql`update version_sum set versions = versions + 1000 where topic = ${topic} and first_version between 10 and 20`.execute(
    beside.db,
  );
  await beside.close();
  expect(await past.newer(topic, 3)).toBe(37 + 1000 * (await sumsFrom(topic, 10, 20)));

  const asked: string[] = [];
  const db = access.db.withPlugin({
    transformQuery({ node, queryId }) {
      asked.push(access.db.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const counted = new SqlReportPast({ ...access, db }, log);
  expect((await counted.ops(topic, 1, 40))?.ops).toHaveLength(1);
  expect(asked.find((one) => one.startsWith('select count'))).toMatch(/from \(select length\(body\).* limit \?\)/);
});

test('a list and a count read the versions of the minutes at their ends, and no others that are summed', async () => {
  const topic = newTopic();
  clock.move(minute - (clock.now() % minute));
  const from = clock.now();
  await log.append(whole({ topic, base: 0, version: 1 }));
  for (let version = 2; version <= 200; version++) {
    clock.move(minute / 10);
    await log.append(cell({ topic, base: version - 1, version }, String(version)));
  }
  await past.sum(1);
  const { asked, db } = noted();
  const read = new SqlReportPast({ ...access, db }, log);
  const ask = { versions: { first: 5, last: 185 }, from, to: from + 20 * minute, most: 3 };
  const parts = await read.buckets(topic, ask);
  expect(parts.reduce((all, { versions }) => all + versions, 0)).toBe(181);
  expect(await read.newer(topic, 14)).toBe(186);
  const ofVersions = asked.filter(({ sql: text }) => text.includes(' "version" ') || text.includes('"version"."'));
  expect(ofVersions.filter(({ sql: text }) => text.includes('join'))).toEqual([]);
  const spans = ofVersions.map(({ parameters }) => parameters.filter((value) => typeof value === 'number'));
  const summed = spans.filter(([first = 0, last = 0]) => first <= last && last < 190);
  expect(summed).toEqual([
    [5, 10],
    [181, 185],
    [15, 20],
  ]);
});

test('what goes for the bound of a server is found by its age, many reports at a time', async () => {
  for (let n = 0; n < 8; n++) {
    const topic = newTopic();
    for (let version = 1; version <= 4; version++) {
      await log.append(whole({ topic, base: version - 1, version }, reportOf(version, [page(20 + version)])));
      clock.move(minute);
    }
  }
  const { asked, db } = noted();
  const bounded = new SqlReportPast({ ...access, db }, log);
  const server = Math.floor((await past.bytes()) / 2);
  expect(await bounded.bound({ report: Number.MAX_SAFE_INTEGER, server })).toBeGreaterThan(8);
  const bytes = await past.bytes();
  expect([bytes <= server, bytes > server * 0.8]).toEqual([true, true]);
  const [one, ...more] = asked.filter((query) =>
    /created_at.*keyframe_version|keyframe_version.*created_at/s.test(query.sql),
  );
  expect(more.map((query) => query.sql)).toEqual([]);
  const plan = await access.db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${one?.sql}`, [...(one?.parameters ?? [])]),
  );
  const ways = plan.rows.map(({ detail }) => detail);
  expect(ways.filter((way) => way.includes('USING COVERING INDEX keyframe_age'))).toHaveLength(1);
});

async function sumsFrom(topic: Topic, from: number, to: number): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`select count(*) as count from version_sum
    where topic = ${topic} and first_version between ${from} and ${to}`.execute(access.db);
  return found[0]?.count ?? 0;
}
