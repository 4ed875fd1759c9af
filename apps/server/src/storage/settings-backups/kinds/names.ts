import { isEveryone } from '@sheetwire/rules/principal';
import type { Context } from '../../access.ts';

type Db = Context['db'];

/**
 * Every account and group that is there since a time: what no longer exists, or was made anew under its name, is not
 * brought back by name (safety 3). A group of the directory is who the directory calls so.
 */
export async function principalsOf(db: Db, since: number): Promise<ReadonlySet<string>> {
  const groups = await db
    .selectFrom('user_group')
    .select('name')
    .where((eb) => eb.or([eb('is_directory', '=', 1), eb('made_at', '<=', since)]))
    .execute();
  return (await usersOf(db, since)).union(new Set(groups.map((row) => row.name)));
}

/** Every account that is there since a time. */
export async function usersOf(db: Db, since: number): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('account').select('name').where('created_at', '<=', since).execute();
  return new Set(rows.map((row) => row.name));
}

/** The principals of a list that exist, everyone of an entity among them; the others are noted. */
export function existing(list: readonly string[], known: ReadonlySet<string>, leftOut: Set<string>): string[] {
  return list.filter((name) => {
    const exists = known.has(name) || isEveryone(name);
    if (!exists) leftOut.add(name);
    return exists;
  });
}

/** Gropics that would have viewers or publishers and no admin without these principals. */
export async function orphansWithout(db: Db, gone: readonly string[]): Promise<string[]> {
  if (gone.length === 0) return [];
  const left = new Set(gone);
  const [administered, ruled, used] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const rows = await db.selectFrom('perm').select(['gropic', 'role', 'principal']).execute();
  for (const { gropic, role, principal } of rows) {
    if (role === 'admins') administered.add(gropic);
    if (left.has(principal)) continue;
    (role === 'admins' ? ruled : used).add(gropic);
  }
  return [...administered].filter((gropic) => used.has(gropic) && !ruled.has(gropic)).sort();
}
