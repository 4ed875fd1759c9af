import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { limits } from '@sheetwire/contract/limits';
import { StoreFault } from '#ports/store-fault.ts';

/** Committed writes could be lost before this one (the WAL-reset fault). */
const OLDEST = '3.51.3';

/** The file of the embedded store in its data folder, the owner's alone. */
export function databaseFile(dataDir: string): string {
  const file = join(dataDir, 'sheetwire.db');
  closeSync(openSync(file, 'a', 0o600));
  return file;
}

/** The one connection that writes: a commit is on the disk when it answers. */
export function openWriter(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: limits.store.readerWait });
  try {
    refuseOldSqlite(db);
    db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    db.exec(`pragma journal_size_limit = ${limits.store.journalBytes}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A connection for reads; it never waits for the writer. */
export function openReader(file: string): DatabaseSync {
  return new DatabaseSync(file, { readOnly: true, timeout: limits.store.readerWait });
}

function refuseOldSqlite(db: DatabaseSync): void {
  const version = String(db.prepare('select sqlite_version() as version').get()?.version);
  if (isOlder(version, OLDEST)) {
    throw new StoreFault(`SQLite ${version} can lose committed writes; ${OLDEST} or later is required`);
  }
}

/** True when a dotted version number comes before another. */
export function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) < 0;
}
