import { type RawBuilder, sql } from 'kysely';
import type { DialectName } from './column-types.ts';
import type { Context } from './context.ts';

/** The database's own clock, epoch ms, where no server's is at hand. */
export const databaseTime: Record<DialectName, RawBuilder<number>> = {
  sqlite: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`,
};

/** The store's own time as a number, for a command that counts with it. */
export async function storeTime({ db, at }: Context): Promise<number> {
  const { rows } = await sql<{ at: number }>`select ${at} as at`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new TypeError('the store tells no time');
  return row.at;
}
