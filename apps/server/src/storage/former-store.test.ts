import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { branded } from '@sheetwire/rules/name';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browser, startTestApp, type TestApp, withBearer } from '#testing/test-app.ts';
import { type PostgresServer, withPostgres } from '../../../../scripts/test/postgres.ts';
import { restoreStores } from './backup/restore.ts';
import { sealFile } from './backup/sealed-file.ts';
import { migrate, migrationsOf } from './migrations.ts';
import { openStores } from './open-stores.ts';
import { databaseFile } from './sqlite/connection.ts';
import { INFO, KEY, SESSION } from './testing/former/former-people.ts';
import { DAILY, NEWEST, SECRET, shownAt } from './testing/former/former-reports.ts';
import { columnsOf, FORMER, makeFormer, openTables, rowsOf } from './testing/former/former-store.ts';
import { formerCells, formerWholes } from './testing/former/former-writer.ts';

const START = 60_000;
/** The clock of servers in tests. */
const at = Date.UTC(2026, 10, 21, 9);
const topic = branded<'Topic'>(DAILY);
/** What a version takes that was only in the store of the snapshot that was due, and what all are replayed from. */
const [PUT_ASIDE, OLDEST] = [20, 30];
/** Versions that a server of the earlier version keeps before and after the upgrade. */
const SOME = 20;

let postgres: PostgresServer;
const folders: string[] = [];
beforeAll(async () => {
  postgres = await withPostgres();
}, START);
afterAll(async () => {
  await postgres.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}, START);

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-former-'));
  folders.push(folder);
  return folder;
}

/** A store of the earlier version: where it is. */
async function newFormer(kind: 'SQLite' | 'PostgreSQL') {
  const where = { databaseUrl: kind === 'SQLite' ? '' : await postgres.newDatabase(), dataDir: await newFolder() };
  const tables = openTables(where);
  await makeFormer(tables, at);
  const columns = await columnsOf(tables);
  const rows = await rowsOf(tables);
  await tables.db.destroy();
  return { where, columns, rows };
}

async function shown(server: TestApp, version: number): Promise<string | undefined> {
  const report = await server.stores.past.read(topic, version);
  return report && /data-cell="A1">([^<]*)</.exec(report.pages[0]?.html ?? '')?.[1];
}

/** What the report's first page shows to who has this cookie: jane's, whose session began before the upgrade. */
async function reading(server: TestApp, cookie = `__Host-sheetwire=${SESSION}`) {
  const visitor = browser(server);
  visitor.cookie = cookie;
  const { status, body } = await visitor.post('reports/report/', { topic });
  const [page] = Array.isArray(body.pages) ? body.pages : [];
  const text = typeof page === 'string' ? gunzipSync(Buffer.from(page, 'base64')).toString() : '';
  return { status, version: body.version, text };
}

async function publish(server: TestApp, baseVersion: number, html: string) {
  const cells = [{ page: 'Rates', cell: 'A1', html }];
  return withBearer(server, KEY, { path: 'publish/cells/', body: { topic, baseVersion, cells } });
}

describe.each(['SQLite', 'PostgreSQL'] as const)('the store of an earlier version, on %s', (kind) => {
  test(
    'keeps every row',
    async () => {
      const { where, columns, rows } = await newFormer(kind);
      expect(rows.size).toBeGreaterThan(30);
      await (await openStores(where)).close();
      const tables = openTables(where);
      const after = await rowsOf(tables, columns);
      await tables.db.destroy();
      for (const [name, former] of rows) {
        // What was put aside for a snapshot lies with the other whole reports now.
        const moved = name === 'keyframe' ? 1 : 0;
        if (name === 'snapshot_content') expect([name, after.has(name)]).toEqual([name, false]);
        else expect([name, after.get(name)]).toEqual([name, expect.arrayContaining([...former])]);
        if (name !== 'snapshot_content') expect([name, after.get(name)?.length]).toEqual([name, former.length + moved]);
      }
    },
    START,
  );

  test(
    'is read and published to as before: people, rights, reports, versions, snapshots',
    async () => {
      const { where } = await newFormer(kind);
      const server = await startTestApp({}, where);
      const first = await reading(server);
      expect([first.status, first.version]).toEqual([200, NEWEST]);
      expect(first.text).toContain(shownAt(NEWEST));
      expect(first.text).toContain('cell 199 of the last step');
      expect((await browser(server).call('accounts/infologin/', { userinfo: INFO })).info).toMatch(/^v1\./);
      const stranger = browser(server);
      await server.addUser('ACME/max', 'a long password');
      await stranger.call('accounts/login/', { user: 'ACME/max', password: 'a long password' });
      expect((await reading(server, stranger.cookie)).text).not.toContain('figure');
      for (let version = OLDEST; version <= NEWEST; version++)
        expect(await shown(server, version)).toBe(shownAt(version));
      expect(await shown(server, PUT_ASIDE)).toBe(shownAt(PUT_ASIDE));
      const snapshot = await server.stores.snapshots.atOrBefore(topic, '2026-11-20');
      expect([snapshot?.report.version, snapshot?.report.pages[0]?.html]).toEqual([
        5,
        expect.stringContaining(shownAt(5)),
      ]);
      expect(await server.stores.settingsBackups.copies()).toContainEqual(
        expect.objectContaining({ name: '2026-11-20' }),
      );
      expect((await server.stores.reports.head(branded<'Topic'>(SECRET)))?.viewSecret).toBe('hash of a secret');
      expect(await publish(server, NEWEST, 'after')).toMatchObject({ status: 200, body: { version: NEWEST + 1 } });
      expect(await reading(server)).toMatchObject({
        status: 200,
        version: NEWEST + 1,
        text: expect.stringContaining('after'),
      });
      await server.stop();
    },
    START,
  );
});

test(
  'a server of the earlier version that was left at work while the store is upgraded loses nothing that it acknowledged',
  async () => {
    const { where } = await newFormer('PostgreSQL');
    const older = openTables(where);
    const work = formerCells(older, NEWEST + 1);
    await expect.poll(() => work.acknowledged.length).toBeGreaterThan(SOME);
    // Two new ones at once: one upgrades the store, the other waits for it.
    const [server, other] = await Promise.all([
      startTestApp({}, { databaseUrl: where.databaseUrl }),
      openStores(where),
    ]);
    const upgraded = work.acknowledged.length;
    await expect.poll(() => work.acknowledged.length).toBeGreaterThan(upgraded + SOME);
    work.stop();
    expect(await work.ended).toBeUndefined();
    const last = work.acknowledged.at(-1) ?? 0;
    for (const version of work.acknowledged) expect(await shown(server, version)).toBe(shownAt(version));
    await server.app.reporting.engine.refresh(topic);
    expect(await reading(server)).toMatchObject({ version: last, text: expect.stringContaining(shownAt(last)) });
    expect(await publish(server, last, 'after')).toMatchObject({ status: 200, body: { version: last + 1 } });
    await other.close();
    await server.stop();
    await older.db.destroy();
  },
  2 * START,
);

test(
  'a publish that is under way while the store is upgraded is kept: the upgrade waits for it, and not in a ring',
  async () => {
    const where = { databaseUrl: await postgres.newDatabase(), dataDir: '' };
    const older = openTables(where);
    await makeFormer(older, at, '0014-books');
    const waiting = () =>
      sql<{ count: number }>`select count(*) as count from pg_locks where not granted`
        .execute(older.db)
        .then(({ rows: [row] }) => row?.count ?? 0);
    let upgraded: Promise<unknown> = Promise.resolve();
    await older.db.transaction().execute(async (own) => {
      await sql`select version from topic where topic = ${DAILY} for no key update`.execute(own);
      upgraded = openStores(where).then((stores) => stores.close());
      upgraded.catch(() => undefined);
      await expect.poll(waiting).toBeGreaterThan(0);
      await sql`update version set sender = 'ACME/ann' where topic = ${DAILY} and version = ${NEWEST}`.execute(own);
    });
    await upgraded;
    const stores = await openStores(where);
    expect(await stores.past.senders(topic, NEWEST, 1)).toEqual(['ACME/ann']);
    await stores.close();
    await older.db.destroy();
  },
  START,
);

test(
  'whole reports of a server of the earlier version fail once the store is upgraded, and what it acknowledged stays',
  async () => {
    const { where } = await newFormer('PostgreSQL');
    const older = openTables(where);
    const keyframe = older.db.selectFrom('keyframe').select('body').where('topic', '=', DAILY);
    const { body } = await keyframe.executeTakeFirstOrThrow();
    const work = formerWholes(older, NEWEST + 1, body);
    await expect.poll(() => work.acknowledged.length).toBeGreaterThan(SOME);
    const stores = await openStores(where);
    expect(String(await work.ended)).toContain('ON CONFLICT');
    expect((await stores.reports.head(topic))?.version).toBe(work.acknowledged.at(-1));
    expect((await stores.reports.newest(topic))?.pages[0]?.html).toContain(shownAt(OLDEST));
    await stores.close();
    await older.db.destroy();
  },
  START,
);

test(
  'the way back: the earlier version refuses the store, and a backup from before has all that it had',
  async () => {
    const { where, columns, rows } = await newFormer('SQLite');
    const backup = join(await newFolder(), 'before.backup');
    await sealFile(backup, (draft) => copyFile(databaseFile(where.dataDir), draft));
    await (await openStores(where)).close();

    const upgraded = openTables(where);
    const known = Object.entries(migrationsOf('sqlite')).filter(([name]) => name <= FORMER);
    await expect(migrate(upgraded.db, Object.fromEntries(known))).rejects.toThrow('newer version');
    await upgraded.db.destroy();

    await restoreStores({ file: backup, ...where });
    const restored = openTables(where);
    const after = await rowsOf(restored, columns);
    await restored.db.destroy();
    for (const [name, former] of rows) {
      // Numbers go on far above what the backup knows, and the audit log says that it was restored.
      if (name === 'topic' || name === 'snapshot_content') continue;
      expect([name, after.get(name)]).toEqual([name, expect.arrayContaining([...former])]);
    }
  },
  START,
);
