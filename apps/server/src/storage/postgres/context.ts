import { type Kysely, sql } from 'kysely';
import type { Clock } from '#ports/clock.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database.ts';
import { NOW } from './now.ts';

/** The database's own clock in a statement. */
export const AT = sql.raw<number>(NOW);

/** What a command runs in: a transaction, with locks that end with it. */
export function contextOf(db: Kysely<Database>, clock: Clock | undefined): Context {
  const now = clock?.now();
  return {
    db,
    dialect: 'postgres',
    at: now === undefined ? AT : sql<number>`${now}::bigint`,
    now,
    async lock(name) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
    },
    async tryLock(name) {
      const { rows } = await sql<{ got: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as got`.execute(db);
      return rows[0]?.got === true;
    },
  };
}
