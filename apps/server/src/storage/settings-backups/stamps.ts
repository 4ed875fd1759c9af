import type { SettingKind } from '@sheetwire/contract/recoversettings';
import { sql } from 'kysely';
import type { Context } from '../access.ts';

/** Counts a change of these kinds in its transaction: a server that was not told of it finds it by that. */
export async function growStamps({ db }: Context, kinds: Iterable<SettingKind>): Promise<void> {
  for (const kind of new Set(kinds)) {
    await db
      .insertInto('settings_stamp')
      .values({ kind, stamp: 1 })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet({ stamp: sql<number>`settings_stamp.stamp + 1` }))
      .execute();
  }
}
