import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

/**
 * Reads what belongs together as the store stood at one moment, whatever is written meanwhile. All of it is read by `then`:
 * the embedded store has one connection for reads, and it is taken.
 */
export function atOneMoment<Result>(
  db: Kysely<Database>,
  read: (then: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  // SQLite ignores both settings: its transactions are isolated anyway.
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
