import { setImmediate as turn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { branded, type Entity } from '@sheetwire/rules/name';
import { type Group, parseUser, type User } from '@sheetwire/rules/principal';
import { sql } from 'kysely';
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
import type { GroupRecord } from '#ports/perms.ts';
import type { Access } from '../access.ts';
import { inChunks } from '../chunks.ts';
import { isAmong } from '../given-rows.ts';
import { SqlGroupStore } from '../rights/groups.ts';
import type { DirectoryPersonTable } from '../tables/directory-tables.ts';

/** The last good copy of the directory: people of their own table, groups among the user groups. */
export class SqlDirectoryStore implements DirectoryStore {
  readonly #access: Access;
  readonly #groups: SqlGroupStore;
  constructor(access: Access) {
    this.#access = access;
    this.#groups = new SqlGroupStore(access);
  }

  async copy(): Promise<DirectoryCopy> {
    return { people: await this.people(), groups: await this.groups() };
  }

  async people(): Promise<readonly DirectoryPerson[]> {
    const people: DirectoryPerson[] = [];
    for (;;) {
      const part = await this.#peopleAfter(people.at(-1)?.name ?? '', limits.directory.part);
      people.push(...part);
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

  forgetGroups(): Promise<number> {
    return this.#access.write('forgetGroups', { most: limits.directory.part });
  }

  async localGroups(): Promise<readonly Group[]> {
    const rows = await this.#access.db.selectFrom('user_group').select('name').where('is_directory', '=', 0).execute();
    return rows.map((row) => branded<'Group'>(row.name));
  }

  async hasUnbound(entity: Entity): Promise<boolean> {
    for (let after = ''; ; ) {
      const last = await this.#endOfPart(after);
      if (await this.#hasUnboundIn(entity, { after, last })) return true;
      if (last === undefined) return false;
      after = last;
      await turn();
    }
  }

  async associations(people: readonly User[]): Promise<readonly Association[]> {
    const found: Association[] = [];
    for (const some of inChunks(people)) {
      found.push(...(await this.#associated(some)));
      await turn();
    }
    return found;
  }

  async present(after: User | '', limit: number): Promise<readonly DirectoryPerson[]> {
    const found: DirectoryPerson[] = [];
    for (let last = after; ; ) {
      const part = await this.#peopleAfter(last, limits.directory.presentPart);
      const inUse = await this.#inUse(part.map(({ name }) => name));
      found.push(...part.filter(({ name }) => inUse.has(name)));
      const end = part.at(-1);
      if (end === undefined || part.length < limits.directory.presentPart || found.length >= limit) break;
      last = end.name;
      await turn();
    }
    return found.slice(0, limit);
  }

  async groups(): Promise<readonly DirectoryGroup[]> {
    const groups: DirectoryGroup[] = [];
    for (let after: Group | undefined; ; ) {
      const part = await this.#groups.page(after, limits.rightsPage);
      groups.push(...(await this.#ofDirectory(part)));
      if (part.length < limits.rightsPage) return groups;
      after = part.at(-1)?.name;
      await turn();
    }
  }

  async someGroups(names: readonly Group[]): Promise<readonly DirectoryGroup[]> {
    const groups: DirectoryGroup[] = [];
    for (const some of inChunks(names)) {
      groups.push(...(await this.#ofDirectory(await this.#groups.some(some))));
      await turn();
    }
    return groups;
  }

  async #ofDirectory(groups: readonly GroupRecord[]): Promise<DirectoryGroup[]> {
    const own = groups.filter(({ isDirectory }) => isDirectory);
    if (own.length === 0) return [];
    const { db, dialect } = this.#access;
    const names = own.map(({ name }) => name);
    const rows = await db
      .selectFrom('directory_group')
      .select(['name', 'group_id'])
      .where(isAmong(sql.ref('name'), names, dialect))
      .execute();
    const ids = new Map(rows.map((row) => [row.name, row.group_id]));
    return own.map(({ name, members }) => ({ id: ids.get(name) ?? '', name, members }));
  }

  async #peopleAfter(name: User | '', most: number): Promise<DirectoryPerson[]> {
    const rows = this.#access.db.selectFrom('directory_person').selectAll().where('name', '>', name);
    return (await rows.orderBy('name').limit(most).execute()).map(personOf);
  }

  /** The last account of a part; undefined in the last part. */
  async #endOfPart(after: string): Promise<string | undefined> {
    const names = this.#access.db.selectFrom('account').select('name').where('name', '>', after).orderBy('name');
    return (
      await names
        .offset(limits.directory.part - 1)
        .limit(1)
        .executeTakeFirst()
    )?.name;
  }

  async #hasUnboundIn(
    entity: Entity,
    { after, last }: { readonly after: string; readonly last: string | undefined },
  ): Promise<boolean> {
    const rows = await this.#access.db
      .selectFrom('account')
      .innerJoin('directory_person', 'directory_person.name', 'account.ad_user')
      .leftJoin('directory_link', 'directory_link.user_name', 'account.name')
      .select('account.ad_user')
      .where('account.name', '>', after)
      .$if(last !== undefined, (all) => all.where('account.name', '<=', last ?? ''))
      .where((eb) => eb.or([eb('directory_link.person_id', 'is', null), eb('directory_link.person_id', '=', '')]))
      .execute();
    return rows.some(({ ad_user }) => ad_user?.startsWith(`${entity}/`) === true);
  }

  async #associated(people: readonly User[]): Promise<Association[]> {
    const { db, dialect } = this.#access;
    const isAmongThem = (column: string) => isAmong(sql.ref(column), people, dialect);
    const rows = await db
      .selectFrom('account')
      .leftJoin('directory_person', 'directory_person.name', 'account.name')
      .select(['account.name', 'account.ad_user'])
      .where((eb) => eb.or([isAmongThem('account.name'), isAmongThem('account.ad_user')]))
      .where((eb) => eb.or([eb('account.ad_user', 'is not', null), eb('directory_person.id', 'is not', null)]))
      .execute();
    return rows.map(({ name, ad_user }) => ({
      user: branded<'User'>(name),
      adUser: ad_user === null ? null : (parseUser(ad_user) ?? null),
    }));
  }

  /** Of some people, those with whom an enabled account is associated that something lets in. */
  async #inUse(people: readonly User[]): Promise<ReadonlySet<string | null>> {
    if (people.length === 0) return new Set();
    const { db, dialect } = this.#access;
    const rows = await db
      .selectFrom('account')
      .select('ad_user')
      .where(isAmong(sql.ref('ad_user'), people, dialect))
      .where('disabled_at', 'is', null)
      .where((eb) =>
        eb.or(
          (['session', 'stored_info', 'token', 'bearer'] as const).map((table) =>
            eb.exists(
              eb.selectFrom(table).select(`${table}.user_name`).whereRef(`${table}.user_name`, '=', 'account.name'),
            ),
          ),
        ),
      )
      .execute();
    return new Set(rows.map((row) => row.ad_user));
  }
}

function personOf({ id, name, email, is_disabled }: DirectoryPersonTable): DirectoryPerson {
  return { id, name: branded<'User'>(name), email, isDisabled: is_disabled === 1 };
}
