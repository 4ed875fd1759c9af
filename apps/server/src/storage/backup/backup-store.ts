import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backup } from 'node:sqlite';
import { StoreFault } from '#ports/store-fault.ts';
import { migrationState, migrationsOf } from '../migrations.ts';
import { isPostgres } from '../open-stores.ts';
import { openPool } from '../postgres/pool.ts';
import { databaseFile, openWriter } from '../sqlite/connection.ts';
import { InstanceLock } from '../sqlite/instance-lock.ts';
import { dumpTo } from './dump.ts';
import { sealFile } from './sealed-file.ts';

/**
 * Copies a whole store into a sealed file without a server: PostgreSQL while servers use it, the embedded store while
 * none does (StoreInUse). The store itself is not changed, not even brought up to date.
 */
export async function backupStore(
  { databaseUrl, dataDir }: { readonly databaseUrl: string; readonly dataDir: string },
  file: string,
): Promise<void> {
  if (isPostgres(databaseUrl)) await backupPostgres(databaseUrl, file);
  else await backupSqlite(dataDir, file);
}

async function backupPostgres(url: string, file: string): Promise<void> {
  const db = openPool(url, () => undefined);
  try {
    const { isMade, pending, unknown } = await migrationState(db, migrationsOf('postgres'));
    if (!isMade) throw new StoreFault('the database contains no Sheetwire store');
    if (pending.length + unknown.length > 0) {
      throw new StoreFault('the store belongs to another version of Sheetwire; back it up with that version');
    }
    await sealFile(file, (draft) => dumpTo(db, draft));
  } finally {
    await db.destroy();
  }
}

async function backupSqlite(dataDir: string, file: string): Promise<void> {
  if (!existsSync(join(dataDir, 'sheetwire.db'))) throw new StoreFault(`${dataDir} contains no Sheetwire store`);
  const lock = new InstanceLock(dataDir);
  try {
    const db = openWriter(databaseFile(dataDir));
    try {
      await sealFile(file, async (draft) => void (await backup(db, draft)));
    } finally {
      db.close();
    }
  } finally {
    lock.release();
  }
}
