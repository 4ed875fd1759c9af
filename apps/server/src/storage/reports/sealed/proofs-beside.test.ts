import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Topic } from '@sheetwire/rules/topic';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { type PostgresServer, withPostgres } from '../../../../../../scripts/test/postgres.ts';
import { openStores } from '../../open-stores.ts';
import { cell, newTopic, table, timeOf, whole } from '../../suite/builders.ts';
import { MovedClock } from '../../suite/moved-clock.ts';
import { named, reportOf } from '../../suite/report-history.ts';
import { openTampering, type Tampering } from '../../testing/tampering.ts';
import { testSeals } from '../../testing/test-seals.ts';

const LONG = 120_000;
const minute = 60_000;
const hour = 60 * minute;

let server: PostgresServer;
let folder: string;
let count = 0;
const open: (Stores | Tampering)[] = [];
const clock = new MovedClock();

beforeAll(async () => {
  server = await withPostgres();
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-beside-'));
}, LONG);
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
}, LONG);

describe.each(['sqlite', 'postgres'] as const)('versions in %s', (kind) => {
  /** A store, and a way into its database beside it. */
  async function both() {
    const databaseUrl = kind === 'postgres' ? await server.newDatabase() : '';
    const at = { databaseUrl, dataDir: join(folder, `store${++count}`) };
    const stores = await openStores({ ...at, clock, seals: testSeals('a') });
    const beside = await openTampering(at);
    open.push(stores, beside);
    const again = async () => {
      open.splice(open.indexOf(stores), 1);
      await stores.close();
      const reopened = await openStores({ ...at, clock, seals: testSeals('a') });
      open.push(reopened);
      return reopened;
    };
    return { stores, db: beside.db, again };
  }

  type Db = Tampering['db'];

  /** As a program writes a version that knows no seals. */
  async function appendOlder(db: Db, topic: Topic, version: number): Promise<void> {
    const body = Buffer.from(`[[0,"c",0,"v${version}"]]`);
    await sql`insert into version (topic, version, from_version, time, sender, is_whole, replay, is_packed, body, created_at)
      values (${topic}, ${version}, ${version - 1}, ${timeOf(version)}, 'ACME/bob', 0, 1, 0, ${body}, ${clock.now()})`.execute(
      db,
    );
    await sql`update topic set version = ${version}, time = ${timeOf(version)}, reserved_to = ${version},
      replay = replay + 1, replay_bytes = replay_bytes + ${body.length}, history_bytes = history_bytes + ${body.length}
      where topic = ${topic}`.execute(db);
  }

  const states = async (stores: Stores, topic: Topic, versions: readonly number[]) => {
    const told = [];
    for (const version of versions) told.push((await stores.past.proof(topic, version))?.state ?? 'gone');
    return told.map((state) => state[0]).join('');
  };

  /** Two of this program, two of an older one beside it, one more of this, and a whole report with a change. */
  async function publishBeside({ stores, db }: { stores: Stores; db: Db }): Promise<Topic> {
    const topic = newTopic();
    const { reports } = stores;
    await reports.append(whole({ topic, base: 0, version: 1 }));
    await reports.append(cell({ topic, base: 1, version: 2 }, 'v2'));
    await appendOlder(db, topic, 3);
    await appendOlder(db, topic, 4);
    expect(await states(stores, topic, [1, 2, 3, 4])).toBe('ssuu');
    await reports.append(cell({ topic, base: 4, version: 5 }, 'v5'));
    await reports.append(whole({ topic, base: 5, version: 6 }));
    await reports.append(cell({ topic, base: 6, version: 7 }, 'v7'));
    return topic;
  }

  test(
    'that an older server wrote beside this one are told as not signed, before and after thinning',
    async () => {
      const rig = await both();
      clock.move(minute - (clock.now() % minute));
      const from = clock.now();
      const topic = await publishBeside(rig);
      const { stores } = rig;
      expect(await states(stores, topic, [1, 2, 3, 4, 5, 6, 7])).toBe('ssuuuss');
      clock.move(hour);
      await stores.reports.append(whole({ topic, base: 7, version: 8 }));
      await stores.past.thin({ from, to: from + minute, width: minute });
      expect(await states(stores, topic, [5, 7, 8])).toBe('gss');
      expect((await stores.past.read(topic, 7))?.pages[0]?.html).toBe(table(['v7', '2']));
    },
    LONG,
  );

  test(
    'that lost their seals, or whose neighbours did, are found all the same',
    async () => {
      const rig = await both();
      const { stores, db } = rig;
      const changed = async (change: (topic: Topic) => ReturnType<typeof sql>) => {
        const topic = await publishBeside(rig);
        await change(topic).execute(db);
        return states(stores, topic, [1, 2, 3, 4, 5, 6, 7]);
      };
      const body = Buffer.from('[[0,"c",0,"forged"]]');
      const strip = (topic: Topic, version: number) =>
        sql`update version set body = ${body}, seal = '', hash = '' where topic = ${topic} and version = ${version}`;
      const told = await changed((topic) => strip(topic, 2));
      expect(told).not.toMatch(/^.s/);
      const hidden = await changed(
        (topic) => sql`update version set previous = '' where topic = ${topic} and version = 7`,
      );
      expect(hidden).toBe('ssuuusc');
      const topic = newTopic();
      for (let version = 1; version <= 4; version++) {
        const place = { topic, base: version - 1, version };
        await stores.reports.append(version === 1 ? whole(place) : cell(place, String(version)));
      }
      await strip(topic, 3).execute(db);
      expect(await states(stores, topic, [1, 2, 3, 4])).toBe('sscc');
      await strip(topic, 4).execute(db);
      expect(await states(stores, topic, [1, 2, 3, 4])).not.toMatch(/s.?$/);
    },
    LONG,
  );

  test(
    'that a snapshot holds stay signed when they are thinned out, as long as the snapshot is as it was',
    async () => {
      const rig = await both();
      const { stores, db, again } = rig;
      const topic = newTopic();
      clock.move(minute - (clock.now() % minute));
      const from = clock.now();
      const report = reportOf(1, [named('1')]);
      await stores.reports.append(whole({ topic, base: 0, version: 1 }, report));
      await stores.reports.append(cell({ topic, base: 1, version: 2 }, '2'));
      const held = { ...reportOf(2, [named('2')]), sender: 'ACME/bob' };
      await stores.snapshots.capture({ topic, date: '2026-01-01', capturedAt: clock.now(), report: held });
      await stores.snapshots.capture({
        ...{ topic, date: '2026-01-02', capturedAt: clock.now() },
        report: { ...report, pages: [{ name: 'P0', user: null, html: named('forged').html, styles: [] }] },
      });
      await stores.reports.append(cell({ topic, base: 2, version: 3 }, '3'));
      clock.move(hour);
      await stores.reports.append(whole({ topic, base: 3, version: 4 }, reportOf(4, [named('4')])));
      const was = await stores.past.proof(topic, 2);
      expect(await stores.past.thin({ from, to: from + minute, width: minute })).toBe(2);
      const asked = () => [{ page: 0, cell: 'A1' }];
      const proof = await stores.past.proof(topic, 2, asked);
      expect(proof).toEqual({ ...was, cells: [{ page: 'P0', text: '2' }] });
      expect(await stores.past.proof(topic, 1)).toBeUndefined();
      const reopened = await again();
      expect((await reopened.past.proof(topic, 2, asked))?.cells).toEqual([{ page: 'P0', text: '2' }]);
      await sql`update snapshot set sender = 'ACME/eve' where topic = ${topic}`.execute(db);
      expect(await reopened.past.proof(topic, 2, asked)).toMatchObject({ state: 'changed', cells: undefined });
    },
    LONG,
  );

  test(
    'are told to publishers without their steps being read again',
    async () => {
      const { stores, db } = await both();
      const topic = newTopic();
      await stores.reports.append(whole({ topic, base: 0, version: 1 }));
      for (let version = 2; version <= 200; version++) {
        const text = version % 50 === 0 ? 'long '.repeat(2000) : String(version);
        await stores.reports.append(cell({ topic, base: version - 1, version }, text));
      }
      const last = () => stores.reports.last(topic, 501);
      const told = await last();
      expect(told).toHaveLength(200);
      expect(new Set(told.map(({ change }) => change.kind))).toEqual(new Set(['delta', 'whole']));
      const spoilt = kind === 'sqlite' ? sql`zeroblob(length(body))` : sql`decode(repeat('00', length(body)), 'hex')`;
      await sql`update version set body = ${spoilt} where topic = ${topic}`.execute(db);
      expect(await last()).toEqual(told);
      await stores.reports.append(cell({ topic, base: 200, version: 201 }, 'new'));
      expect((await last()).map(({ version }) => version).slice(0, 2)).toEqual([201, 200]);
    },
    LONG,
  );
});
