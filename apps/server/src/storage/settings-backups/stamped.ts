import type { Context } from '../context.ts';
import type { StampKind } from './stamps.ts';

/** How often a kind was changed by then. */
export async function stampOf(db: Context['db'], kind: StampKind): Promise<number> {
  const row = await db.selectFrom('settings_stamp').select('stamp').where('kind', '=', kind).executeTakeFirst();
  return row?.stamp ?? 0;
}

/** Names of what of a kind was changed beyond a stamp; `any` when it may be anything, or more than so many. */
export async function namesSince(
  db: Context['db'],
  { kind, stamp }: { readonly kind: StampKind; readonly stamp: number },
  most: number,
): Promise<readonly string[] | 'any'> {
  const rows = await db
    .selectFrom('settings_change')
    .select('name')
    .where('kind', '=', kind)
    .where('stamp', '>', stamp)
    .limit(most + 1)
    .execute();
  const names = rows.map(({ name }) => name);
  return names.length > most || names.includes('') ? 'any' : names;
}
