import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

/** Reads what belongs together as the store stood at one moment, whatever is written meanwhile. */
export function atOneMoment<Result>(
  db: Kysely<Database>,
  read: (then: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  // The embedded store's transactions are as isolated without being asked.
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
