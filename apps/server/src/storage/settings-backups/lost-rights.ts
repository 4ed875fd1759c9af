import type { LostRight } from '#ports/settings-backups.ts';
import { inChunks } from '../chunks.ts';
import type { Context } from '../context.ts';

type Db = Context['db'];

const order = ['viewers', 'interactors', 'publishers', 'admins', 'member'] as const;
type Right = LostRight['rights'][number];

/** What users and groups that go are named for, in rights and in groups that stay: all of it goes with them. */
export async function rightsLostWith(db: Db, gone: readonly string[]): Promise<LostRight[]> {
  const left = new Set(gone);
  const held = new Map<string, { of: string; principal: string; rights: Set<string> }>();
  const hold = (of: string, principal: string, right: string) => {
    const key = `${of}\n${principal}`;
    const one = held.get(key) ?? { of, principal, rights: new Set() };
    held.set(key, one);
    one.rights.add(right);
  };
  for (const names of inChunks(gone)) {
    const rights = await db
      .selectFrom('perm')
      .select(['gropic', 'role', 'principal'])
      .where('principal', 'in', names)
      .execute();
    for (const { gropic, role, principal } of rights) hold(gropic, principal, role);
    const places = await db.selectFrom('group_member').selectAll().where('member', 'in', names).execute();
    for (const { name, member } of places) if (!left.has(name)) hold(name, member, 'member');
  }
  return [...held.values()]
    .map(({ rights, ...one }) => ({ ...one, rights: order.filter((right): right is Right => rights.has(right)) }))
    .toSorted((one, other) => compare(one.of, other.of) || compare(one.principal, other.principal));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
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
