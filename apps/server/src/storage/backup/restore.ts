import { existsSync } from 'node:fs';
import { copyFile, link, open, rename, rm, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { StoreFault } from '#ports/store-fault.ts';
import type { Database } from '../database.ts';
import { databaseFile, openWriter } from '../sqlite/connection.ts';
import { NodeSqliteDialect } from '../sqlite/dialect.ts';
import { InstanceLock } from '../sqlite/instance-lock.ts';
import { migrateFile } from '../sqlite/open-sqlite.ts';
import { assertIntact, draftOf, isSqlite, removeDatabase } from './backup-file.ts';
import { type CopiedRow, readDump } from './dump.ts';
import { loadRows, noteRestore, skipVersions } from './load.ts';
import { restorePostgres } from './restore-postgres.ts';
import { syncFolder, underFreeName, verifySeal } from './sealed-file.ts';

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
  const draft = draftOf(target);
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
  // What lies beside it belongs to the former one, and is empty.
  for (const end of ['-wal', '-shm']) await rm(target + end, { force: true });
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
