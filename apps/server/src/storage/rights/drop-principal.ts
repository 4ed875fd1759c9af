import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * Takes every right and membership of a user or group away, so that making it again does not bring them back (safety 3).
 * A gropic whose lists end up empty is unadministered again (semantics 2).
 */
export async function dropPrincipal(db: Kysely<Database>, principal: string): Promise<void> {
  const changed = await db.deleteFrom('perm').where('principal', '=', principal).returning('gropic').execute();
  const gropics = [...new Set(changed.map((row) => row.gropic))];
  if (gropics.length > 0) {
    await db
      .updateTable('gropic')
      .set({
        version: sql<number>`version + 1`,
        is_administered: sql<number>`case when exists (select 1 from perm where perm.gropic = gropic.gropic) then 1 else 0 end`,
      })
      .where('gropic', 'in', gropics)
      .execute();
  }
  await db.deleteFrom('group_member').where('member', '=', principal).execute();
}
