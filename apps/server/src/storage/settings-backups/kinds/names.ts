import type { Context } from '../../access.ts';

type Db = Context['db'];

/** Every account and group there is: what no longer exists is not brought back by name (safety 3). */
export async function principalsOf(db: Db): Promise<ReadonlySet<string>> {
  const groups = await db.selectFrom('user_group').select('name').execute();
  return (await usersOf(db)).union(new Set(groups.map((row) => row.name)));
}

/** Every account. */
export async function usersOf(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('account').select('name').execute();
  return new Set(rows.map((row) => row.name));
}

/** The principals of a list that exist, everyone of an entity among them; the others are noted. */
export function existing(list: readonly string[], known: ReadonlySet<string>, leftOut: Set<string>): string[] {
  return list.filter((name) => {
    const exists = known.has(name) || name.endsWith('/[ALL]');
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
