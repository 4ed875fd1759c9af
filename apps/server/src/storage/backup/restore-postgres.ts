import { copyFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { type Kysely, sql, type Transaction } from 'kysely';
import { StoreFault } from '#ports/store-fault.ts';
import { makeDataDir } from '../data-dir.ts';
import { type Database, tableNames } from '../database.ts';
import { codeOf, isLocked, StoreInUse } from '../faults.ts';
import { migrationState, migrationsOf } from '../migrations.ts';
import { migratePostgres, openPool } from '../postgres/pool.ts';
import { migrateFile } from '../sqlite/open-sqlite.ts';
import { assertIntact, isSqlite, removeDatabase } from './backup-file.ts';
import { dumpWithin, readDump } from './dump.ts';
import { loadRows, noteRestore, sqliteRows } from './load.ts';
import { sealNewFile } from './sealed-file.ts';

interface PostgresRestore {
  readonly file: string;
  readonly length: number;
  readonly url: string;
  readonly dataDir: string;
}

/**
 * Replaces what a PostgreSQL database holds. From the look for servers to the end nobody else reads or writes a table: a
 * server that starts meanwhile waits, and then knows the restored store. Answers where the former one is kept.
 */
export async function restorePostgres({ file, length, url, dataDir }: PostgresRestore): Promise<string | undefined> {
  const faults: unknown[] = [];
  const db = openPool(url, (error) => faults.push(error));
  try {
    await refuseServers(db);
    const hasStore = await holdsStore(db);
    if (!hasStore) await migratePostgres(url, (error) => faults.push(error));
    return await db.transaction().execute(async (transaction) => {
      await lockTables(transaction);
      await refuseServers(transaction);
      const former = hasStore ? await keepFormer(transaction, dataDir) : undefined;
      await replaceRows(transaction, { file, length, former });
      return former;
    });
  } finally {
    await db.destroy();
  }
}

const tables = sql.join(tableNames.map((name) => sql.table(name)));

/** For itself alone; what another program does to a table is waited for, though not for long. */
async function lockTables(transaction: Transaction<Database>): Promise<void> {
  try {
    await sql`select set_config('lock_timeout', ${String(limits.store.upgradeWait)}, true)`.execute(transaction);
    await sql`lock table ${tables} in access exclusive mode`.execute(transaction);
  } catch (error) {
    if (!isLocked(error)) throw error;
    throw new StoreFault('another program is using the database; stop it, then restore again', codeOf(error), {
      cause: error,
    });
  }
}

/** A server that has just ended may still be seen for a moment; within a transaction the database would tell the same again. */
async function refuseServers(db: Kysely<Database>): Promise<void> {
  for (let waited = 0; ; waited += limits.store.serversLook) {
    await sql`select pg_stat_clear_snapshot()`.execute(db);
    const { rows } = await sql<{ name: string; others: number }>`
      select current_database() as name, count(*) as others from pg_stat_activity
      where datname = current_database() and application_name = 'sheetwire' and pid <> pg_backend_pid()`.execute(db);
    const [row] = rows;
    if (row !== undefined && row.others === 0) return;
    if (waited >= limits.store.serversGone) throw new StoreInUse(`the database ${row?.name}`);
    await setTimeout(limits.store.serversLook);
  }
}

/** Whether there is a store to keep; one of another version of the product cannot be read, and so is not lost. */
async function holdsStore(db: Kysely<Database>): Promise<boolean> {
  const { isMade, pending, unknown } = await migrationState(db, migrationsOf('postgres'));
  if (isMade && pending.length + unknown.length > 0) {
    throw new StoreFault('the current store belongs to another version of Sheetwire; restore into an empty database');
  }
  return isMade;
}

/** The former store as a backup of its own. */
async function keepFormer(transaction: Transaction<Database>, dataDir: string): Promise<string> {
  makeDataDir(dataDir);
  return sealNewFile(join(dataDir, 'postgres.before-restore'), (draft) => dumpWithin(transaction, draft));
}

/** When it fails the former store is still in its place, so the copy of it goes. */
async function replaceRows(
  transaction: Transaction<Database>,
  { file, length, former }: Pick<PostgresRestore, 'file' | 'length'> & { readonly former: string | undefined },
): Promise<void> {
  try {
    await sql`truncate ${tables}`.execute(transaction);
    await loadFile(transaction, file, length);
    await noteRestore(transaction, 'postgres', file);
  } catch (error) {
    if (former !== undefined) await rm(former, { force: true });
    throw error;
  }
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
