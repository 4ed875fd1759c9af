import { existsSync } from 'node:fs';
import { copyFile, link, open, rename, rm, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { Kysely, sql } from 'kysely';
import { StoreFault } from '#ports/store-fault.ts';
import type { DialectName } from '../column-types.ts';
import { makeDataDir } from '../data-dir.ts';
import { type Database, tableNames } from '../database.ts';
import { StoreInUse } from '../faults.ts';
import { migrationState, migrationsOf } from '../migrations.ts';
import { migratePostgres, openPool } from '../postgres/pool.ts';
import { RESTORED } from '../reports/restored-numbers.ts';
import { databaseFile, openWriter } from '../sqlite/connection.ts';
import { NodeSqliteDialect } from '../sqlite/dialect.ts';
import { InstanceLock } from '../sqlite/instance-lock.ts';
import { migrateFile } from '../sqlite/open-sqlite.ts';
import { databaseTime } from '../store-time.ts';
import { type CopiedRow, dumpTo, readDump } from './dump.ts';
import { loadRows, skipVersions, sqliteRows } from './load.ts';
import { sealNewFile, syncFolder, underFreeName, verifySeal } from './sealed-file.ts';

export interface RestoreOptions {
  /** A backup of either kind of store; it is checked before anything is touched. */
  readonly file: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
}

/**
 * Replaces a store by a backup, made by the same kind of store or by the other. No server may use the store meanwhile. A
 * broken file is refused and the present store stays as it is. Answers where the former store is kept, undefined when
 * there was none.
 */
export async function restoreStores({ file, databaseUrl, dataDir }: RestoreOptions): Promise<string | undefined> {
  const length = await verifySeal(file);
  if (databaseUrl === '') return restoreSqlite({ file, length, dataDir });
  return restorePostgres({ file, length, url: databaseUrl, dataDir });
}

async function restoreSqlite({
  file,
  length,
  dataDir,
}: {
  file: string;
  length: number;
  dataDir: string;
}): Promise<string | undefined> {
  const lock = new InstanceLock(dataDir);
  const target = databaseFile(dataDir);
  const draft = `${target}.restore`;
  try {
    await removeDatabase(draft);
    if (await isSqlite(file)) await copySqlite({ file, length, draft });
    else await withSqlite(draft, (db) => loadInto(db, readDump(file, length)));
    await withSqlite(draft, (db) => noteRestore(db, 'sqlite', file));
    return await replace(target, draft);
  } finally {
    await removeDatabase(draft);
    lock.release();
  }
}

async function copySqlite({ file, length, draft }: { file: string; length: number; draft: string }): Promise<void> {
  await copyFile(file, draft);
  await truncate(draft, length);
  assertIntact(draft);
  await withSqlite(draft, (db) => skipVersions(db, 'sqlite'));
}

async function loadInto(db: Kysely<Database>, rows: AsyncIterable<CopiedRow>): Promise<void> {
  await sql`begin immediate`.execute(db);
  await loadRows(db, 'sqlite', rows);
  await sql`commit`.execute(db);
}

async function withSqlite(file: string, work: (db: Kysely<Database>) => Promise<void>): Promise<void> {
  await migrateFile(file);
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(openWriter(file)) });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}

/** The former database, if there was one, is folded into its one file and kept; the new one takes its name in one step. */
async function replace(target: string, draft: string): Promise<string | undefined> {
  if (existsSync(target)) openWriter(target).close();
  if (existsSync(`${target}-wal`)) throw new StoreFault('another program is using the store; stop it first');
  const handle = await open(draft, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  const former = isEmptyDatabase(target) ? undefined : await keepFile(target);
  await rename(draft, target);
  await syncFolder(dirname(target));
  return former;
}

/** Under a name of its own: what an earlier restore kept may be the only copy of the store that is wanted back. */
function keepFile(target: string): Promise<string> {
  return underFreeName(`${target}.before-restore`, (name) => link(target, name));
}

/** A file without a table is what a start leaves that ended before it made the store: nothing to keep. */
export function isEmptyDatabase(file: string): boolean {
  if (!existsSync(file)) return true;
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db.prepare('select count(*) as tables from sqlite_schema').get()?.tables === 0;
  } finally {
    db.close();
  }
}

async function restorePostgres({
  file,
  length,
  url,
  dataDir,
}: {
  file: string;
  length: number;
  url: string;
  dataDir: string;
}): Promise<string | undefined> {
  const faults: unknown[] = [];
  const db = openPool(url, (error) => faults.push(error));
  try {
    await refuseServers(db);
    const former = await keepFormer(db, dataDir);
    await migratePostgres(url, (error) => faults.push(error));
    await db.transaction().execute(async (transaction) => {
      const tables = sql.join(tableNames.map((name) => sql.table(name)));
      await sql`truncate ${tables}`.execute(transaction);
      await loadFile(transaction, file, length);
      await noteRestore(transaction, 'postgres', file);
    });
    return former;
  } finally {
    await db.destroy();
  }
}

/** The restored log goes on with how it came back; the row comes with the store or not at all. */
async function noteRestore(db: Kysely<Database>, dialect: DialectName, file: string): Promise<void> {
  const note = { actor: 'operator', action: RESTORED, object: file, before: 'null', after: 'null' };
  await db
    .insertInto('audit')
    .values({ ...note, at: databaseTime[dialect], address: 'command line' })
    .execute();
}

/** A server that has just ended may still be seen for a moment. */
async function refuseServers(db: Kysely<Database>): Promise<void> {
  for (let waited = 0; ; waited += limits.store.serversLook) {
    const { rows } = await sql<{ name: string; others: number }>`
      select current_database() as name, count(*) as others from pg_stat_activity
      where datname = current_database() and application_name = 'sheetwire' and pid <> pg_backend_pid()`.execute(db);
    const [row] = rows;
    if (row !== undefined && row.others === 0) return;
    if (waited >= limits.store.serversGone) throw new StoreInUse(`the database ${row?.name}`);
    await setTimeout(limits.store.serversLook);
  }
}

/** The former store as a backup of its own; one of another version of the product cannot be read, and so is not lost. */
async function keepFormer(db: Kysely<Database>, dataDir: string): Promise<string | undefined> {
  const { isMade, pending, unknown } = await migrationState(db, migrationsOf('postgres'));
  if (!isMade) return undefined;
  if (pending.length + unknown.length > 0) {
    throw new StoreFault('the current store belongs to another version of Sheetwire; restore into an empty database');
  }
  makeDataDir(dataDir);
  return sealNewFile(join(dataDir, 'postgres.before-restore'), (draft) => dumpTo(db, draft));
}

async function loadFile(db: Kysely<Database>, file: string, length: number): Promise<void> {
  if (!(await isSqlite(file))) return loadRows(db, 'postgres', readDump(file, length));
  const copy = `${file}.reading`;
  try {
    await copyFile(file, copy);
    await truncate(copy, length);
    assertIntact(copy);
    await migrateFile(copy);
    const source = new DatabaseSync(copy);
    try {
      await loadRows(db, 'postgres', sqliteRows(source));
    } finally {
      source.close();
    }
  } finally {
    await removeDatabase(copy);
  }
}

/** True for a copy of an embedded store, false for a dump of PostgreSQL. */
export async function isSqlite(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const magic = 'SQLite format 3\0';
    const { buffer } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    return buffer.toString('latin1') === magic;
  } finally {
    await handle.close();
  }
}

function assertIntact(file: string): void {
  const db = new DatabaseSync(file);
  try {
    const result = db.prepare('pragma integrity_check').get();
    if (result?.integrity_check !== 'ok') throw new StoreFault(`${file} is damaged`);
  } finally {
    db.close();
  }
}

async function removeDatabase(file: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-journal']) await rm(file + end, { force: true });
}
