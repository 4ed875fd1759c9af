import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Stores } from '#ports/stores.ts';
import { openStores } from '../open-stores.ts';
import { databaseFile, openWriter } from '../sqlite/connection.ts';
import { migrateFile } from '../sqlite/open-sqlite.ts';

/** An embedded store with more in it than a test could bring there by the store's own ways. */
export interface FilledStore {
  readonly stores: Stores;
  close(): Promise<void>;
}

/** Makes one in a folder of its own; what `fill` writes comes in one transaction. */
export async function filledStore(fill: (db: DatabaseSync) => void): Promise<FilledStore> {
  const folder = mkdtempSync(join(tmpdir(), 'sheetwire-filled-'));
  const file = databaseFile(folder);
  await migrateFile(file);
  const db = openWriter(file);
  db.exec('begin');
  fill(db);
  db.exec('commit');
  db.close();
  const stores = await openStores({ databaseUrl: '', dataDir: folder });
  return {
    stores,
    async close() {
      await stores.close();
      rmSync(folder, { recursive: true });
    },
  };
}
