import { open, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { StoreFault } from '#ports/store-fault.ts';

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

/** Throws StoreFault when a database file is damaged. */
export function assertIntact(file: string): void {
  const db = new DatabaseSync(file);
  try {
    const result = db.prepare('pragma integrity_check').get();
    if (result?.integrity_check !== 'ok') throw new StoreFault(`${file} is damaged`);
  } finally {
    db.close();
  }
}

/** Where a restore writes the store that is to replace a database file. */
export function draftOf(file: string): string {
  return `${file}.restore`;
}

/** Removes a database file and what SQLite keeps beside it. */
export async function removeDatabase(file: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-journal']) await rm(file + end, { force: true });
}
