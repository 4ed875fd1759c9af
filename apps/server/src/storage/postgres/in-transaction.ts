import { limits } from '@sheetwire/contract/limits';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { codeOf, faultOf } from '../faults.ts';

/** PostgreSQL broke a ring of waiting transactions up by this one, or could not put it in line with others. */
export const TURNED_BACK: readonly string[] = ['40P01', '40001'];

/**
 * Runs work in a transaction. One that the database turned back for the sake of another has left nothing behind and is
 * run again, at once since the other goes on: its caller learns of no fault that is none of theirs.
 */
export async function inTransaction<Result>(
  db: Kysely<Database>,
  work: (own: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tries < limits.store.tries && TURNED_BACK.includes(codeOf(error))) continue;
      throw faultOf(error);
    }
  }
}
