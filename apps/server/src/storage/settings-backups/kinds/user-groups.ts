import * as z from 'zod/mini';
import { inChunks } from '../../chunks.ts';
import type { Context } from '../../context.ts';
import { dropPrincipal, grownVersion } from '../../rights/drop-principal.ts';
import { makeKind } from '../kind.ts';
import { directoryGroups, existing } from './names.ts';

/** Copies of the first versions do not tell since when there was a group. */
const entry = z.strictObject({ members: z.array(z.string()), madeAt: z.optional(z.number()) });
type Group = z.output<typeof entry>;
type Db = Context['db'];

/** User groups with their members; groups of the directory are the directory's. */
export const userGroups = makeKind<Group>({
  kind: 'usergroups',
  entry,
  tables: ['user_group', 'group_member'],
  read,
  async keep(db, { names, at, known: people }) {
    const ofDirectory = await directoryGroups(db);
    const known = (await people.users(at)).union(await directoryGroups(db, at)).union(names);
    return (name, { members, madeAt = 0 }, { present, leftOut }) => {
      if (!ofDirectory.has(name)) {
        return { members: existing(members, known, leftOut), madeAt: present?.madeAt ?? madeAt };
      }
      leftOut.add(name);
      return undefined;
    };
  },
  async consequences(_db, { removed }) {
    const alsoChanges = removed.length > 0 ? (['permissions'] as const) : [];
    return { ended: [], adopted: [], gone: removed, alsoChanges, doorOf: undefined };
  },
  since: ({ madeAt = 0 }) => madeAt,
  async apply({ db }, { added, changed, removed }) {
    for (const name of removed) {
      await db.deleteFrom('group_member').where('name', '=', name).execute();
      await db.deleteFrom('user_group').where('name', '=', name).execute();
      await dropPrincipal(db, name);
    }
    const fresh = [...added].map(([name, { madeAt = 0 }]) => ({ name, is_directory: 0, made_at: madeAt }));
    for (const some of inChunks(fresh)) await db.insertInto('user_group').values(some).execute();
    for (const [name, group] of [...added, ...changed]) {
      await db.updateTable('user_group').set(grownVersion).where('name', '=', name).execute();
      await db.deleteFrom('group_member').where('name', '=', name).execute();
      const rows = group.members.map((member, place) => ({ name, member, place }));
      for (const some of inChunks(rows)) await db.insertInto('group_member').values(some).execute();
    }
  },
});

async function read(db: Db): Promise<Map<string, Group>> {
  const rows = await db
    .selectFrom('user_group')
    .leftJoin('group_member', 'group_member.name', 'user_group.name')
    .select(['user_group.name', 'user_group.made_at', 'group_member.member'])
    .where('user_group.is_directory', '=', 0)
    .orderBy('user_group.name')
    .orderBy('group_member.place')
    .execute();
  const all = new Map<string, Group>();
  for (const { name, made_at, member } of rows) {
    const group = all.get(name) ?? { members: [], madeAt: made_at };
    all.set(name, group);
    if (member !== null) group.members.push(member);
  }
  return all;
}
