import { branded } from '@sheetwire/rules/name';
import { type Group, type Principal, parsePrincipal } from '@sheetwire/rules/principal';
import type { GroupRecord, GroupStore } from '#ports/perms.ts';
import type { Access, Context } from '../access.ts';
import { inChunks } from '../chunks.ts';
import { dropPrincipal } from './drop-principal.ts';

export const groupCommands = {
  async saveGroup({ db }: Context, group: GroupRecord): Promise<void> {
    const { name } = group;
    const flags = { is_directory: Number(group.isDirectory) };
    await db
      .insertInto('user_group')
      .values({ name, ...flags })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(flags))
      .execute();
    await db.deleteFrom('group_member').where('name', '=', name).execute();
    const members = [...new Set(group.members)].map((member, place) => ({ name, member, place }));
    for (const rows of inChunks(members)) await db.insertInto('group_member').values(rows).execute();
  },

  async removeGroup({ db }: Context, { name }: { name: Group }): Promise<boolean> {
    await db.deleteFrom('group_member').where('name', '=', name).execute();
    const result = await db.deleteFrom('user_group').where('name', '=', name).executeTakeFirst();
    await dropPrincipal(db, name);
    return result.numDeletedRows > 0n;
  },
};

/** User groups and directory groups with their direct members. */
export class SqlGroupStore implements GroupStore {
  readonly #access: Access;
  constructor(access: Access) {
    this.#access = access;
  }

  async get(name: Group): Promise<GroupRecord | undefined> {
    return groupsOf(await this.#rows().where('user_group.name', '=', name).execute())[0];
  }

  async list(): Promise<readonly GroupRecord[]> {
    return groupsOf(await this.#rows().execute());
  }

  save(group: GroupRecord): Promise<void> {
    return this.#access.write('saveGroup', group);
  }

  remove(name: Group): Promise<boolean> {
    return this.#access.write('removeGroup', { name });
  }

  #rows() {
    return this.#access.db
      .selectFrom('user_group')
      .leftJoin('group_member', 'group_member.name', 'user_group.name')
      .select(['user_group.name', 'user_group.is_directory', 'group_member.member'])
      .orderBy('user_group.name')
      .orderBy('group_member.place');
  }
}

interface GroupRow {
  readonly name: string;
  readonly is_directory: number;
  readonly member: string | null;
}

function groupsOf(rows: readonly GroupRow[]): GroupRecord[] {
  const all = new Map<string, { record: GroupRecord; members: Principal[] }>();
  for (const { name, is_directory, member } of rows) {
    const members: Principal[] = [];
    const group = all.get(name) ?? {
      record: { name: branded<'Group'>(name), isDirectory: is_directory === 1, members },
      members,
    };
    all.set(name, group);
    const principal = member === null ? undefined : parsePrincipal(member);
    if (principal) group.members.push(principal);
  }
  return [...all.values()].map((group) => group.record);
}
