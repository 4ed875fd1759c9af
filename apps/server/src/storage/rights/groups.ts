import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { type Group, type Principal, parsePrincipal } from '@sheetwire/rules/principal';
import { sql } from 'kysely';
import type { AuditNote } from '#ports/audit.ts';
import type { GroupEntry, GroupRecord, GroupStore, MembersChange, MembersOutcome, Removal } from '#ports/perms.ts';
import { textList } from '../bind.ts';
import { inChunks } from '../chunks.ts';
import type { AccessFor, Context } from '../context.ts';
import { type ChangedNames, growStamps } from '../settings-backups/stamps.ts';
import { storeTime } from '../store-time.ts';
import { auditCommands, type KeptAuditRow, keptRow } from './audit.ts';
import { dropPrincipal, grownVersion, onlyAdminOf, PRINCIPALS } from './drop-principal.ts';
import { readInParts, readPage } from './read-in-parts.ts';

export const groupCommands = {
  async saveGroup({ db, at }: Context, group: GroupRecord): Promise<void> {
    const { name } = group;
    const flags = { is_directory: Number(group.isDirectory) };
    await db
      .insertInto('user_group')
      .values({ name, ...flags, made_at: at })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(flags))
      .execute();
    await replaceMembers(db, name, group.members);
  },

  async createGroup(context: Context, { name, row }: { name: Group; row: KeptAuditRow }): Promise<boolean> {
    await context.lock(PRINCIPALS);
    const made = await context.db
      .insertInto('user_group')
      .values({ name, is_directory: 0, made_at: context.at })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('name')
      .executeTakeFirst();
    if (made !== undefined) await auditCommands.addAudit(context, row);
    return made !== undefined;
  },

  async setGroupMembers(
    context: Context,
    { name, members, expected, row }: Omit<MembersChange, 'note'> & { name: Group; row: KeptAuditRow },
  ): Promise<MembersOutcome> {
    const { db, lock } = context;
    await lock(PRINCIPALS);
    if (!(await isUserGroup(db, name))) return 'gone';
    const present = await membersOf(db, name);
    if (!areSame(present, expected)) return 'stale';
    const known = new Set(present);
    const unknown = await unknownOf(
      db,
      members.filter((member) => !known.has(member)),
    );
    if (unknown.length > 0) return { unknown };
    await replaceMembers(db, name, members);
    await auditCommands.addAudit(context, row);
    return 'done';
  },

  async removeGroup(context: Context, { name, row }: { name: Group; row?: KeptAuditRow }): Promise<Removal> {
    const { db, lock } = context;
    await lock(PRINCIPALS);
    if (!(await isUserGroup(db, name))) return 'gone';
    const gropics = await onlyAdminOf(db, name);
    if (gropics.length > 0) return { onlyAdminOf: gropics };
    const dropped = await deleteGroup(db, name);
    if (row) await auditCommands.addAudit(context, row);
    await growStamps(context, dropped);
    return 'done';
  },

  /** One that the directory no longer has: nothing keeps it. Where it was the only admin, super administrators are left. */
  async dropGroup(context: Context, { name }: { name: Group }): Promise<void> {
    const { db, lock } = context;
    await lock(PRINCIPALS);
    const left = await onlyAdminOf(db, name, MOST_NOTED);
    const dropped = await deleteGroup(db, name);
    const at = await storeTime(context);
    const note = { at, actor: 'directory', action: 'left without an admin', before: { admins: [name] }, address: '' };
    for (const gropic of left) await auditCommands.addAudit(context, keptRow({ ...note, object: gropic }));
    await growStamps(context, dropped);
  },
};

/** Rows of the audit log about one group that went. */
const MOST_NOTED = 1000;

async function deleteGroup(db: Context['db'], name: Group): Promise<ChangedNames> {
  await db.deleteFrom('group_member').where('name', '=', name).execute();
  await db.deleteFrom('user_group').where('name', '=', name).execute();
  const { permissions, usergroups } = await dropPrincipal(db, name);
  return { permissions, usergroups: [name, ...usergroups] };
}

async function replaceMembers(db: Context['db'], name: Group, list: readonly Principal[]): Promise<void> {
  await db.updateTable('user_group').set(grownVersion).where('name', '=', name).execute();
  await db.deleteFrom('group_member').where('name', '=', name).execute();
  const members = [...new Set(list)].map((member, place) => ({ name, member, place }));
  for (const rows of inChunks(members)) await db.insertInto('group_member').values(rows).execute();
}

/** True when there is a group of that name which is not the directory's. */
export async function isUserGroup(db: Context['db'], name: Group): Promise<boolean> {
  const group = await db.selectFrom('user_group').select('is_directory').where('name', '=', name).executeTakeFirst();
  return group?.is_directory === 0;
}

async function membersOf(db: Context['db'], name: Group): Promise<string[]> {
  const rows = await db.selectFrom('group_member').select('member').where('name', '=', name).orderBy('place').execute();
  return rows.map((row) => row.member);
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((member, place) => member === other[place]);
}

async function unknownOf(db: Context['db'], names: readonly Principal[]): Promise<Principal[]> {
  const known = new Set<string>();
  for (const some of inChunks([...new Set(names)])) {
    const users = await db.selectFrom('account').select('name').where('name', 'in', some).execute();
    const groups = await db.selectFrom('user_group').select('name').where('name', 'in', some).execute();
    for (const { name } of [...users, ...groups]) known.add(name);
  }
  return names.filter((name) => !known.has(name));
}

/** Names of groups that are read at once. */
const ENTRIES = 5000;

/** User groups and directory groups with their direct members. */
export class SqlGroupStore implements GroupStore {
  readonly #access: AccessFor<typeof groupCommands>;
  constructor(access: AccessFor<typeof groupCommands>) {
    this.#access = access;
  }

  async get(name: Group): Promise<GroupRecord | undefined> {
    return groupsOf(await this.#rows().where('user_group.name', '=', name).execute())[0];
  }

  async some(names: readonly Group[]): Promise<readonly GroupRecord[]> {
    if (names.length === 0) return [];
    if (names.length === 1) return this.#together(names);
    const counted = await this.#counted().where('user_group.name', 'in', names).execute();
    return readInParts<string, GroupRecord>(counted, (some) => this.#together(some));
  }

  async page(after: Group | undefined, most: number): Promise<readonly GroupRecord[]> {
    return readPage<string, GroupRecord>(after, most, {
      count: (last, count) =>
        this.#counted()
          .where('user_group.name', '>', last ?? '')
          .limit(count)
          .execute(),
      read: (names) => this.#together(names),
    });
  }

  async list(): Promise<readonly GroupRecord[]> {
    return groupsOf(await this.#rows().execute());
  }

  /** An embedded store answers within one turn of the event loop: each page ends it. */
  async entries(): Promise<readonly GroupEntry[]> {
    const entries: GroupEntry[] = [];
    for (let after = ''; ; await nextTurn()) {
      const all = this.#access.db.selectFrom('user_group').select(['name', 'is_directory']).where('name', '>', after);
      const page = await all.orderBy('name').limit(ENTRIES).execute();
      for (const { name, is_directory } of page)
        entries.push({ name: branded<'Group'>(name), isDirectory: is_directory === 1 });
      const last = page.at(-1);
      if (last === undefined || page.length < ENTRIES) return entries;
      after = last.name;
    }
  }

  create(name: Group, note: AuditNote): Promise<boolean> {
    return this.#access.write('createGroup', { name, row: keptRow(note) });
  }

  setMembers(name: Group, { note, ...change }: MembersChange): Promise<MembersOutcome> {
    return this.#access.write('setGroupMembers', { name, ...change, row: keptRow(note) });
  }

  save(group: GroupRecord): Promise<void> {
    return this.#access.write('saveGroup', group);
  }

  remove(name: Group, note?: AuditNote): Promise<Removal> {
    return this.#access.write('removeGroup', { name, ...(note && { row: keptRow(note) }) });
  }

  async #together(names: readonly string[]): Promise<readonly GroupRecord[]> {
    return groupsOf(await this.#rows().where('user_group.name', 'in', names).execute());
  }

  /** How many members groups have, as far as that is counted. */
  #counted() {
    const { long } = limits.rightsPart;
    const held = sql<number>`(
      select count(*) from (
        select 1 from group_member where group_member.name = user_group.name limit ${sql.lit(long)}
      ) as some_members
    )`;
    return this.#access.db
      .selectFrom('user_group')
      .select(['user_group.name', held.as('held')])
      .orderBy('user_group.name');
  }

  /** One statement, so that groups and members belong together; a row for each member would cost ten times as much. */
  #rows() {
    const { db, dialect } = this.#access;
    const list = dialect === 'sqlite' ? sql.raw('json_group_array') : sql.raw('json_agg');
    const members = sql<string | readonly string[] | null>`(
      select ${list}(group_member.member order by group_member.place)
      from group_member where group_member.name = user_group.name
    )`;
    return db
      .selectFrom('user_group')
      .select(['user_group.name', 'user_group.is_directory', members.as('members')])
      .orderBy('user_group.name');
  }
}

interface GroupRow {
  readonly name: string;
  readonly is_directory: number;
  /** JSON text, or what the driver made of it. */
  readonly members: string | readonly string[] | null;
}

function groupsOf(rows: readonly GroupRow[]): GroupRecord[] {
  // Most members are in several groups: each name is read once.
  const principals = new Map<string, Principal | undefined>();
  const principal = (name: string): Principal | undefined => {
    if (!principals.has(name)) principals.set(name, parsePrincipal(name));
    return principals.get(name);
  };
  return rows.map(({ name, is_directory, members }) => {
    const names = typeof members === 'string' ? textList(members) : (members ?? []);
    return {
      name: branded<'Group'>(name),
      isDirectory: is_directory === 1,
      members: names.flatMap((member) => principal(member) ?? []),
    };
  });
}
