import { sql } from 'kysely';
import type { Context } from './access.ts';

/** The store's own time as a number, for a command that counts with it. */
export async function storeTime({ db, at }: Context): Promise<number> {
  const { rows } = await sql<{ at: number }>`select ${at} as at`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new TypeError('the store tells no time');
  return row.at;
}
