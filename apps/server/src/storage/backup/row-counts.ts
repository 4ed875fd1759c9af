import { copyFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { tableNames } from '../database.ts';
import { isSqlite } from './backup-file.ts';
import { readDump } from './dump.ts';

/** How many rows each table has, and how many changes of the store were made; a dump is always of this version. */
export interface RowCounts {
  readonly rows: ReadonlyMap<string, number>;
  readonly migrations: number | undefined;
}

/** What a sealed backup holds of each table, read from the file alone; a copy in `scratch` lies there meanwhile. */
export async function rowsOfBackup(file: string, length: number, scratch: string): Promise<RowCounts> {
  if (!(await isSqlite(file))) return rowsOfDump(file, length);
  const copy = join(scratch, 'counted.db');
  try {
    await copyFile(file, copy);
    await truncate(copy, length);
    return rowsOfFile(copy);
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) await rm(copy + end, { force: true });
  }
}

/** The same of a database file. */
export function rowsOfFile(file: string): RowCounts {
  const db = new DatabaseSync(file);
  try {
    const made = new Set(
      db
        .prepare(`select name from sqlite_schema where type = 'table'`)
        .all()
        .map(({ name }) => name),
    );
    const there = tableNames.filter((name) => made.has(name));
    const count = (name: string) => Number(db.prepare(`select count(*) as rows from "${name}"`).get()?.rows);
    return { rows: new Map(there.map((name) => [name, count(name)])), migrations: count('kysely_migration') };
  } finally {
    db.close();
  }
}

async function rowsOfDump(file: string, length: number): Promise<RowCounts> {
  const rows = new Map<string, number>(tableNames.map((name) => [name, 0]));
  for await (const { table } of readDump(file, length)) rows.set(table, (rows.get(table) ?? 0) + 1);
  return { rows, migrations: undefined };
}
