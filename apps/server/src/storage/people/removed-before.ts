import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import { putFormer } from './former-accounts.ts';

/** Rows of the log that are looked at together. */
const ROWS = 500;

/** What the row of a recovery says of the users that it took away: some of them, where they were many. */
const removal = z.object({ removed: z.object({ names: z.array(z.string()) }) });
const recovery = z.object({
  ...removal.shape,
  also: z.optional(z.object({ users: z.optional(removal) })),
});

/**
 * Names whose accounts went before that was noted, by the audit log (decision 93). Since when they were there it does not say:
 * an account that came before its name was taken away first is the first of it.
 */
export async function noteRemovedBefore(db: Kysely<Database>): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('audit')
      .select(['id', 'at', 'action', 'object', 'after'])
      .where('id', '>', after)
      .where('action', 'in', ['user removed', 'settings recovered'])
      .orderBy('id')
      .limit(ROWS)
      .execute();
    for (const row of rows) {
      for (const name of namesIn(row)) await putFormer(db, { name, first_until: row.at, last_at: row.at });
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS) return;
    after = last.id;
  }
}

interface Row {
  readonly action: string;
  readonly object: string;
  readonly after: string;
}

function namesIn({ action, object, after }: Row): readonly string[] {
  if (action === 'user removed') return [object];
  const told = recovery.safeParse(JSON.parse(after));
  if (!told.success) return [];
  const own = /^users\b/.test(object) ? told.data.removed.names : [];
  return [...own, ...(told.data.also?.users?.removed.names ?? [])];
}
