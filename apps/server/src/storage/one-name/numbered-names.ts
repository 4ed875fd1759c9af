import { type Kysely, sql } from 'kysely';
import type { NumberedName } from '#ports/renamed-names.ts';
import type { Database } from '../database.ts';

/** Names that were numbered and are there yet: what somebody has to look at. */
export async function numberedNames(db: Kysely<Database>, most: number): Promise<readonly NumberedName[]> {
  const rows = await db
    .selectFrom('renamed_name')
    .select(['was', 'is_now', 'why'])
    .where('why', '!=', 'spaces')
    .where(
      sql<boolean>`(exists (select 1 from topic where topic = is_now and is_live = 1)
        or exists (select 1 from gropic where gropic = is_now and is_administered = 1)
        or exists (select 1 from account where name = is_now) or exists (select 1 from user_group where name = is_now))`,
    )
    .orderBy('kind')
    .orderBy('was')
    .limit(most)
    .execute();
  return rows.map(({ was, is_now, why }) => ({ was, isNow: is_now, why: why === 'taken' ? 'taken' : 'refused' }));
}

/** What somebody who keeps the portal is told of one. */
export function numberedWords({ was, isNow, why }: NumberedName): string {
  const reason = why === 'taken' ? 'looks the same as another name' : 'is no longer allowed';
  return `"${was}" ${reason} and was renamed to "${isNow}", keeping its rights`;
}
