import type { Gropic } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import { type Kysely, sql } from 'kysely';
import { inChunks } from '../chunks.ts';
import type { Database } from '../database.ts';

/** One lock for who there is and who is named in rights and groups: nobody is named while they are removed. */
export const PRINCIPALS = 'principals';
const MOST_NAMED = 20;

/** Of a group whose members changed. */
export const grownVersion = { version: sql<number>`version + 1` };

/** The gropics and groups that named who went. */
type Dropped = Readonly<Record<'permissions' | 'usergroups', readonly string[]>>;

/**
 * Takes every right and membership of a user or group away, so that making it again does not bring them back (safety 3).
 * A gropic whose lists end up empty is unadministered again (semantics 2).
 */
export async function dropPrincipal(db: Kysely<Database>, principal: string): Promise<Dropped> {
  const changed = await db.deleteFrom('perm').where('principal', '=', principal).returning('gropic').execute();
  const gropics = [...new Set(changed.map((row) => row.gropic))];
  for (const some of inChunks(gropics)) {
    await db
      .updateTable('gropic')
      .set({
        version: sql<number>`version + 1`,
        is_administered: sql<number>`case when exists (select 1 from perm where perm.gropic = gropic.gropic) then 1 else 0 end`,
      })
      .where('gropic', 'in', some)
      .execute();
  }
  const left = await db.deleteFrom('group_member').where('member', '=', principal).returning('name').execute();
  const groups = [...new Set(left.map((row) => row.name))];
  for (const names of inChunks(groups)) {
    await db.updateTable('user_group').set(grownVersion).where('name', 'in', names).execute();
  }
  return { permissions: gropics, usergroups: groups };
}

/** Gropics that would have viewers or publishers and no admin without this principal: some, when there are many. */
export async function onlyAdminOf(db: Kysely<Database>, principal: string, most = MOST_NAMED): Promise<Gropic[]> {
  const rows = await db
    .selectFrom('perm as own')
    .select('own.gropic')
    .where('own.principal', '=', principal)
    .where('own.role', '=', 'admins')
    .where((eb) => {
      const others = eb
        .selectFrom('perm as other')
        .select('other.principal')
        .whereRef('other.gropic', '=', 'own.gropic')
        .where('other.principal', '!=', principal);
      const remain = others.where('other.role', 'in', ['viewers', 'publishers']);
      return eb.and([eb.exists(remain), eb.not(eb.exists(others.where('other.role', '=', 'admins')))]);
    })
    .orderBy('own.gropic')
    .limit(most)
    .execute();
  return rows.map((row) => branded<'Gropic'>(row.gropic));
}
