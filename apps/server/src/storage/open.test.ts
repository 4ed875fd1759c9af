import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wordsOfFault } from '#lib/faults/file-words.ts';
import { messageOf } from '#lib/start-fault.ts';
import { type PostgresServer, withPostgres } from '../../../../scripts/test/postgres.ts';
import type { Database } from './database.ts';
import { exitOfFault } from './fault-exit.ts';
import { StoreInUse } from './faults.ts';
import { isUpToDate, migrate, migrationsOf } from './migrations.ts';
import { isPostgres, openStores } from './open-stores.ts';
import { openPool } from './postgres/pool.ts';
import { isOlder } from './sqlite/connection.ts';
import { NodeSqliteDialect } from './sqlite/dialect.ts';

const START = 60_000;
/** What the migrator holds while it works. */
const KYSELY_LOCK = 3853314791062309107n;
let server: PostgresServer;
let dataDir: string;

beforeAll(async () => {
  server = await withPostgres();
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-open-'));
}, START);

afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true });
}, START);

const broken = {
  '9999-broken': {
    async up(db: Kysely<unknown>) {
      await sql`create table half_made (id integer)`.execute(db);
      await sql`insert into nowhere values (1)`.execute(db);
    },
  },
};

describe('the embedded store', () => {
  test('a second server on the same folder is refused at once, and may start when the first is gone', async () => {
    const options = { databaseUrl: '', dataDir: join(dataDir, 'one') };
    const first = await openStores(options);
    await expect(openStores(options)).rejects.toThrow(StoreInUse);
    await expect(openStores(options)).rejects.toThrow(
      `another Sheetwire server is using the data directory ${options.dataDir}`,
    );
    await first.check();
    await first.close();
    const second = await openStores(options);
    await second.check();
    await second.close();
    await second.close();
  });

  test('a file that is no store is told with its name, and so is a folder in its place', async () => {
    const folder = join(dataDir, 'damaged');
    const file = join(folder, 'sheetwire.db');
    await mkdir(folder);
    await writeFile(file, 'this is no database, and it is long enough to be read as one');
    const damaged = await openStores({ databaseUrl: '', dataDir: folder }).catch((error: unknown) => error);
    expect([wordsOfFault(damaged), exitOfFault(damaged)]).toEqual([
      `${file} is damaged or is not a store; move it away and restore a backup`,
      'file',
    ]);
    await rm(file);
    await mkdir(file);
    const taken = await openStores({ databaseUrl: '', dataDir: folder }).catch((error: unknown) => error);
    expect([wordsOfFault(taken), exitOfFault(taken)]).toEqual([`${file} is a folder, not a file`, 'file']);
  });

  test('what a restore left that was killed is gone with the next start', async () => {
    const folder = join(dataDir, 'left');
    await mkdir(folder);
    for (const end of ['', '-wal', '-shm']) await writeFile(join(folder, `sheetwire.db.restore${end}`), 'half a store');
    await (await openStores({ databaseUrl: '', dataDir: folder })).close();
    expect((await readdir(folder)).filter((name) => name.includes('restore'))).toEqual([]);
  });

  test('its folder and file are the owner’s alone', async () => {
    const folder = join(dataDir, 'private');
    const stores = await openStores({ databaseUrl: '', dataDir: folder });
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'sheetwire.db'))).mode & 0o777).toBe(0o600);
    await stores.close();
    await expect(stores.check()).rejects.toThrow('closed');
  });

  test('a SQLite that can lose committed writes is told from one that cannot', () => {
    expect(['3.7.0', '3.51.2', '3.50.10'].every((version) => isOlder(version, '3.51.3'))).toBe(true);
    expect(['3.51.3', '3.51.10', '3.53.4', '4.0.0'].some((version) => isOlder(version, '3.51.3'))).toBe(false);
  });

  test('a store that was closed is its one file: a copy of that is whole', async () => {
    const folder = join(dataDir, 'folded');
    const stores = await openStores({ databaseUrl: '', dataDir: folder });
    await stores.check();
    // Who has read holds the log as well, and could not fold it.
    await stores.reports.heads();
    await stores.close();
    expect((await readdir(folder)).toSorted()).toEqual(['instance.lock', 'sheetwire.db']);
  });

  test('what was asked before closing is written', async () => {
    const options = { databaseUrl: '', dataDir: join(dataDir, 'closing') };
    const stores = await openStores(options);
    const writes = Array.from({ length: 50 }, (_, n) => stores.throttle.fail({ key: `k${n}`, within: 60_000 }));
    await stores.close();
    await Promise.all(writes);
    const again = await openStores(options);
    expect((await again.throttle.standing([{ key: 'k49', within: 60_000 }])).get('k49')?.failures).toBe(1);
    await again.close();
  });

  test('the audit log refuses to be changed', async () => {
    const folder = join(dataDir, 'audit');
    const stores = await openStores({ databaseUrl: '', dataDir: folder });
    const row = { at: 1, actor: 'a', action: 'b', object: 'c', before: null, after: null, address: '' };
    await stores.audit.add(row);
    await stores.close();
    const db = new DatabaseSync(join(folder, 'sheetwire.db'));
    expect(() => db.exec('delete from audit')).toThrow('append-only');
    expect(() => db.exec("update audit set actor = 'x'")).toThrow('append-only');
    db.close();
  });
});

describe('migrations', () => {
  const databases = {
    sqlite: async () => new Kysely<Database>({ dialect: new NodeSqliteDialect(new DatabaseSync(':memory:')) }),
    postgres: async () => openPool(await server.newDatabase(), () => undefined),
  };

  test.each(['sqlite', 'postgres'] as const)('one that fails leaves nothing behind on %s', async (dialect) => {
    const db = await databases[dialect]();
    await migrate(db, migrationsOf(dialect));
    const upgraded = migrate(db, { ...migrationsOf(dialect), ...broken });
    await expect(upgraded).rejects.toThrow(/could not be upgraded: .*nowhere/);
    await expect(sql`select * from half_made`.execute(db)).rejects.toThrow('half_made');
    expect(await isUpToDate(db, migrationsOf(dialect))).toBe(true);
    expect(await isUpToDate(db, { ...migrationsOf(dialect), ...broken })).toBe(false);
    await db.destroy();
  });

  test.each(['sqlite', 'postgres'] as const)('a database of a newer product is refused on %s', async (dialect) => {
    const db = await databases[dialect]();
    const later = { '0009-later': { up: async () => undefined } };
    await migrate(db, { ...migrationsOf(dialect), ...later });
    await expect(migrate(db, migrationsOf(dialect))).rejects.toThrow('written by a newer version');
    await db.destroy();
  });

  test('a full disk is told as the reason, and is no fault of the product', async () => {
    const file = new DatabaseSync(':memory:');
    file.exec('pragma max_page_count = 20');
    const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(file) });
    const fault = await migrate(db, migrationsOf('sqlite')).catch((error: unknown) => error);
    expect([messageOf(fault), exitOfFault(fault)]).toEqual([
      'the store could not be upgraded: database or disk is full',
      'file',
    ]);
    await db.destroy();
  });

  test('six PostgreSQL nodes that start at once make the tables once', async () => {
    const databaseUrl = await server.newDatabase();
    const nodes = await Promise.all(Array.from({ length: 6 }, () => openStores({ databaseUrl, dataDir: '' })));
    for (const node of nodes) await node.check();
    await Promise.all(nodes.map((node) => node.close()));
  });

  test('a PostgreSQL node waits for one that migrates for longer than a statement may take', async () => {
    const databaseUrl = await server.newDatabase();
    const first = openPool(databaseUrl, () => undefined);
    await first.connection().execute(async (own) => {
      await sql`select pg_advisory_lock(${sql.lit(KYSELY_LOCK)}::bigint)`.execute(own);
      const opened = openStores({ databaseUrl: `${databaseUrl}?statement_timeout=300`, dataDir: '' });
      await expect(Promise.race([opened, setTimeout(900, 'waits')])).resolves.toBe('waits');
      await sql`select pg_advisory_unlock(${sql.lit(KYSELY_LOCK)}::bigint)`.execute(own);
      const second = await opened;
      await second.check();
      await second.close();
    });
    await first.destroy();
  });
});

describe('PostgreSQL', () => {
  test('is named by its address', () => {
    expect(['postgres://x/y', 'postgresql://x/y'].every(isPostgres)).toBe(true);
    expect(['', 'mysql://x', '/postgres://'].some(isPostgres)).toBe(false);
  });

  test('a commit answers when it is on the disk even where the server’s default says otherwise', async () => {
    const url = await server.newDatabase();
    const admin = openPool(url, () => undefined);
    const name = sql.ref(new URL(url).pathname.slice(1));
    await sql`alter database ${name} set synchronous_commit = off`.execute(admin);
    await admin.destroy();
    const db = openPool(url, () => undefined);
    const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db);
    expect(rows).toEqual([{ synchronous_commit: 'on' }]);
    await db.destroy();
  });

  test('the store’s clock is the database’s', async () => {
    const stores = await openStores({ databaseUrl: await server.newDatabase(), dataDir: '' });
    const db = openPool(server.url, () => undefined);
    const { rows } = await sql<{ at: string }>`select extract(epoch from clock_timestamp()) * 1000 as at`.execute(db);
    expect(await stores.now()).toBeGreaterThanOrEqual(Math.floor(Number(rows[0]?.at)));
    await db.destroy();
    await stores.close();
  });

  test('one that cannot be reached as set is told with the setting, the reason and what to do, without the password', async () => {
    const own = new URL(server.url);
    const at = (change: (url: URL) => void) => {
      const url = new URL(own);
      url.password = 'pw-secret';
      change(url);
      return url.href;
    };
    const wrong: [string, RegExp][] = [
      ['postgres://nobody:pw-secret@127.0.0.1:1/none', /ECONNREFUSED 127\.0\.0\.1:1; check that PostgreSQL is running/],
      [at((url) => (url.username = 'nobody')), /role "nobody" does not exist; check the user name and password/],
      [at((url) => (url.pathname = '/none')), /database "none" does not exist; create the database/],
      [at((url) => (url.search = '?sslmode=verify-full')), /does not support SSL connections; turn on SSL there/],
      [at((url) => (url.search = '?sslrootcert=/none.pem')), /open '\/none\.pem'; check the files that the address/],
    ];
    for (const [databaseUrl, words] of wrong) {
      const fault = await openStores({ databaseUrl, dataDir: '' }).catch((error: unknown) => error);
      expect(messageOf(fault)).toMatch(/^SHEETWIRE_DATABASE_URL: PostgreSQL at 127\.0\.0\.1:\d+\/\w+: /);
      expect(messageOf(fault)).toMatch(words);
      expect(messageOf(fault)).not.toContain('pw-secret');
      expect(exitOfFault(fault)).toBe('network');
    }
  });
});
