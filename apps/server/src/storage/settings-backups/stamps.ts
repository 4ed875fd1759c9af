import type { SettingKind } from '@sheetwire/contract/recoversettings';
import { sql } from 'kysely';
import type { Context } from '../access.ts';

/**
 * Counts a change of these kinds in its transaction: a server that was not told of it finds it by that. `whatOf` names
 * what of a kind was changed; without it, it may have been any of the kind.
 */
export async function growStamps(
  { db }: Context,
  kinds: Iterable<SettingKind>,
  whatOf: (kind: SettingKind) => string = () => '',
): Promise<void> {
  for (const kind of new Set(kinds)) {
    const { stamp } = await db
      .insertInto('settings_stamp')
      .values({ kind, stamp: 1 })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet({ stamp: sql<number>`settings_stamp.stamp + 1` }))
      .returning('stamp')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('settings_change')
      .values({ kind, name: whatOf(kind), stamp })
      .onConflict((conflict) => conflict.columns(['kind', 'name']).doUpdateSet({ stamp }))
      .execute();
  }
}
