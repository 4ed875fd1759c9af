import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';

/** What a restore notes in the audit log of the store that it brings back. */
export const RESTORED = 'store restored';

/**
 * More versions than any report gets in a millisecond; times this, the present time has 15 digits until 2286, which is what
 * the address of a figure takes.
 */
export const NUMBERS_A_MS = 100;

/** An audit log may be long: what a restore noted is found without reading it. */
export const restoreIndex: readonly string[] = [
  `create index audit_restored on audit (at) where action = '${RESTORED}'`,
];

/** Said as it stands: for a value that is passed in, no plan takes the index. */
export function lastRestore(db: Kysely<Database>) {
  return db
    .selectFrom('audit')
    .select((eb) => eb.fn.max('at').as('at'))
    .where('action', '=', sql.lit(RESTORED));
}

/**
 * No report had a number above this one before the last restore; 0 in a store that was never restored. A report that was
 * made after the backup has no row to tell its own.
 */
export async function numbersBeforeRestore(db: Kysely<Database>): Promise<number> {
  return Number((await lastRestore(db).executeTakeFirst())?.at ?? 0) * NUMBERS_A_MS;
}
