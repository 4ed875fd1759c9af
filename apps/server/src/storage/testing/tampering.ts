import { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { isPostgres } from '../open-stores.ts';
import { openPool } from '../postgres/pool.ts';
import { databaseFile, openWriter } from '../sqlite/connection.ts';
import { NodeSqliteDialect } from '../sqlite/dialect.ts';

/** Somebody who writes to the database beside the product. */
export interface Tampering {
  readonly db: Kysely<Database>;
  close(): Promise<void>;
}

export async function openTampering(at: {
  readonly databaseUrl: string;
  readonly dataDir: string;
}): Promise<Tampering> {
  const db = isPostgres(at.databaseUrl)
    ? openPool(at.databaseUrl, () => undefined)
    : new Kysely<Database>({ dialect: new NodeSqliteDialect(openWriter(databaseFile(at.dataDir))) });
  return { db, close: () => db.destroy() };
}
