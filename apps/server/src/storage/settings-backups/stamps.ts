import { type SettingKind, settingKinds } from '@sheetwire/contract/recoversettings';
import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** What is counted: the settings of each kind, whose sessions or bearers ended, and the rules of reports. */
export type StampKind = SettingKind | 'sessions' | 'guards';

const stampKinds: readonly StampKind[] = [...settingKinds, 'sessions', 'guards'];

/** What was changed of each kind, by name; '' is any of the kind. */
export type ChangedNames = Partial<Readonly<Record<StampKind, readonly string[]>>>;

/** Beyond so many a kind is noted as a whole. */
const MOST_NAMED = 100;
/** Changes of a kind that are known by name: a server that missed more of them reads all anew. */
export const CHANGES_KEPT = 10_000;
/** The older ones go with every so many-th change, a bounded number at a time. */
export const PRUNED_EVERY = 64;
const MOST_PRUNED = 2 * PRUNED_EVERY * MOST_NAMED;

/**
 * Counts a change of these in its transaction: a server that was not told of it finds it by that. It comes last in the
 * transaction and in one order of kinds, so that two never wait for each other.
 */
export async function growStamps({ db }: Context, changed: ChangedNames): Promise<void> {
  for (const kind of stampKinds) {
    const some = [...new Set(changed[kind])];
    if (some.length === 0) continue;
    const { stamp } = await db
      .insertInto('settings_stamp')
      .values({ kind, stamp: 1 })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet({ stamp: sql<number>`settings_stamp.stamp + 1` }))
      .returning('stamp')
      .executeTakeFirstOrThrow();
    const names = some.length > MOST_NAMED ? [''] : some;
    await db
      .insertInto('settings_change')
      .values(names.map((name) => ({ kind, name, stamp })))
      .onConflict((conflict) => conflict.columns(['kind', 'name']).doUpdateSet({ stamp }))
      .execute();
    if (stamp % PRUNED_EVERY === 0 && stamp > CHANGES_KEPT) await prune(db, kind, stamp - CHANGES_KEPT);
  }
}

/** What was changed up to a stamp is no longer known by name: for who was last there it may be anything. */
async function prune(db: Context['db'], kind: StampKind, upTo: number): Promise<void> {
  const old = db
    .selectFrom('settings_change')
    .select('name')
    .where('kind', '=', kind)
    .where('stamp', '<=', upTo)
    .orderBy('stamp')
    .limit(MOST_PRUNED);
  await db.deleteFrom('settings_change').where('kind', '=', kind).where('name', 'in', old).execute();
  await db
    .insertInto('settings_change')
    .values({ kind, name: '', stamp: upTo })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'name'])
        .doUpdateSet({ stamp: sql<number>`excluded.stamp` })
        .where('settings_change.stamp', '<', upTo),
    )
    .execute();
}

/** Any of these kinds. */
export function anyOf(kinds: readonly SettingKind[]): ChangedNames {
  return Object.fromEntries(kinds.map((kind) => [kind, ['']]));
}
