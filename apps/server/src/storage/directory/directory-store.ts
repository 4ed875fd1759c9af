import { setImmediate as turn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { branded, type Entity } from '@sheetwire/rules/name';
import { type Group, type Principal, parsePrincipal, parseUser, type User } from '@sheetwire/rules/principal';
import type { DirectoryGroup, DirectoryPerson, DirectoryState } from '#ports/directory.ts';
import type {
  AccountsOutcome,
  Association,
  CopyChange,
  DirectoryCopy,
  DirectoryHold,
  DirectoryStore,
  Reconcile,
  SyncNote,
} from '#ports/directory-store.ts';
import type { Access } from '../access.ts';
import type { DirectoryPersonTable } from '../tables/directory-tables.ts';

/** The last good copy of the directory: people of their own table, groups among the user groups. */
export class SqlDirectoryStore implements DirectoryStore {
  readonly #access: Access;
  constructor(access: Access) {
    this.#access = access;
  }

  async copy(): Promise<DirectoryCopy> {
    return { people: await this.people(), groups: await this.groups() };
  }

  async people(): Promise<readonly DirectoryPerson[]> {
    const people: DirectoryPerson[] = [];
    for (;;) {
      const last = people.at(-1)?.name ?? '';
      const rows = this.#access.db.selectFrom('directory_person').selectAll().where('name', '>', last);
      const part = await rows.orderBy('name').limit(limits.directory.part).execute();
      people.push(...part.map(personOf));
      if (part.length < limits.directory.part) return people;
      // The embedded store reads on this thread: others have their turn.
      await turn();
    }
  }

  async person(name: User): Promise<DirectoryPerson | undefined> {
    const rows = this.#access.db.selectFrom('directory_person').selectAll();
    const row = await rows.where('name', '=', name).executeTakeFirst();
    return row && personOf(row);
  }

  async state(): Promise<DirectoryState | undefined> {
    const row = await this.#access.db.selectFrom('directory_state').selectAll().executeTakeFirst();
    if (row === undefined) return undefined;
    const { full_at, synced_at, cursor, fault, fault_at } = row;
    return { fullAt: full_at, syncedAt: synced_at, cursor, fault, faultAt: fault_at };
  }

  hold(holder: string, forMs: number): Promise<DirectoryHold> {
    return this.#access.write('holdDirectory', { holder, forMs });
  }

  async generation(): Promise<number> {
    const row = await this.#access.db.selectFrom('directory_state').select('generation').executeTakeFirst();
    return row?.generation ?? 0;
  }

  release(holder: string): Promise<void> {
    return this.#access.write('releaseDirectory', { holder });
  }

  write(holder: string, change: CopyChange, reconcile: Reconcile): Promise<AccountsOutcome | undefined> {
    return this.#access.write('writeDirectory', { holder, change, reconcile });
  }

  saw(person: Pick<DirectoryPerson, 'id' | 'isDisabled'>, entity: Entity): Promise<AccountsOutcome> {
    const { id, isDisabled } = person;
    return this.#access.write('sawPerson', { id, isDisabled, entity });
  }

  note(note: SyncNote): Promise<void> {
    return this.#access.write('noteDirectory', note);
  }

  async localGroups(): Promise<readonly Group[]> {
    const rows = await this.#access.db.selectFrom('user_group').select('name').where('is_directory', '=', 0).execute();
    return rows.map((row) => branded<'Group'>(row.name));
  }

  async hasUnbound(entity: Entity): Promise<boolean> {
    const rows = await this.#access.db
      .selectFrom('account')
      .innerJoin('directory_person', 'directory_person.name', 'account.ad_user')
      .leftJoin('directory_link', 'directory_link.user_name', 'account.name')
      .select('account.ad_user')
      .where((eb) => eb.or([eb('directory_link.person_id', 'is', null), eb('directory_link.person_id', '=', '')]))
      .execute();
    return rows.some(({ ad_user }) => ad_user?.startsWith(`${entity}/`) === true);
  }

  async associations(): Promise<readonly Association[]> {
    const rows = await this.#access.db
      .selectFrom('account')
      .leftJoin('directory_person', 'directory_person.name', 'account.name')
      .select(['account.name', 'account.ad_user'])
      .where((eb) => eb.or([eb('account.ad_user', 'is not', null), eb('directory_person.id', 'is not', null)]))
      .execute();
    return rows.map(({ name, ad_user }) => ({
      user: branded<'User'>(name),
      adUser: ad_user === null ? null : (parseUser(ad_user) ?? null),
    }));
  }

  async present(after: User | '', limit: number): Promise<readonly DirectoryPerson[]> {
    const rows = await this.#access.db
      .selectFrom('directory_person')
      .innerJoin('account', 'account.ad_user', 'directory_person.name')
      .selectAll('directory_person')
      .distinct()
      .where('account.disabled_at', 'is', null)
      .where('directory_person.name', '>', after)
      .where((eb) =>
        eb.or(
          (['session', 'stored_info', 'token', 'bearer'] as const).map((table) =>
            eb.exists(
              eb.selectFrom(table).select(`${table}.user_name`).whereRef(`${table}.user_name`, '=', 'account.name'),
            ),
          ),
        ),
      )
      .orderBy('directory_person.name')
      .limit(limit)
      .execute();
    return rows.map(personOf);
  }

  async groups(): Promise<readonly DirectoryGroup[]> {
    const rows = await this.#access.db
      .selectFrom('user_group')
      .leftJoin('group_member', 'group_member.name', 'user_group.name')
      .select(['user_group.name', 'group_member.member'])
      .where('user_group.is_directory', '=', 1)
      .orderBy('user_group.name')
      .orderBy('group_member.place')
      .execute();
    const groups = new Map<string, Principal[]>();
    for (const { name, member } of rows) {
      const members = groups.get(name) ?? [];
      groups.set(name, members);
      const principal = member === null ? undefined : parsePrincipal(member);
      if (principal) members.push(principal);
    }
    return [...groups].map(([name, members]) => ({ name: branded<'Group'>(name), members }));
  }
}

function personOf({ id, name, email, is_disabled }: DirectoryPersonTable): DirectoryPerson {
  return { id, name: branded<'User'>(name), email, isDisabled: is_disabled === 1 };
}
