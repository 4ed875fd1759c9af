import { type Kysely, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Database } from '../database.ts';

/** What a command runs in on the one connection that writes: nobody else is there to be waited for. */
export function contextAt(db: Kysely<Database>, at: number): Context {
  return {
    db,
    dialect: 'sqlite',
    at: sql<number>`${at}`,
    now: at,
    lock: async () => undefined,
    tryLock: async () => true,
  };
}
