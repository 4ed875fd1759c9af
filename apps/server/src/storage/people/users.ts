import type { Addressee } from '@sheetwire/rules/addressee';
import type { User } from '@sheetwire/rules/principal';
import { sql } from 'kysely';
import type { AuditNote } from '#ports/audit.ts';
import type { Removal } from '#ports/perms.ts';
import {
  type AccountEdit,
  type EditOutcome,
  isLetGo,
  type Switches,
  type SwitchOutcome,
  type UserChange,
  type UserEntry,
  type UserRecord,
  type UserStore,
} from '#ports/users.ts';
import type { AccessFor, Context } from '../context.ts';
import { isAmong } from '../given-rows.ts';
import { auditCommands, type KeptAuditRow, keptRow, rowOfNote } from '../rights/audit.ts';
import { dropPrincipal, onlyAdminOf, PRINCIPALS } from '../rights/drop-principal.ts';
import { growStamps } from '../settings-backups/stamps.ts';
import { accountColumns, accountOf, emailKey, entryOf, flagsOf, rowOf, userOf } from './account-rows.ts';
import { createdAfterFormer, noteFormer, readAddressees } from './former-accounts.ts';
import { endLines } from './sessions.ts';
import { userLock } from './user-lock.ts';

export const userCommands = {
  async createUser(
    context: Context,
    { user, row }: { readonly user: UserRecord; readonly row?: KeptAuditRow },
  ): Promise<boolean> {
    const { db, lock } = context;
    await lock('account');
    const taken = await db
      .selectFrom('account')
      .select('name')
      .where((eb) => {
        const sameName = eb('name', '=', user.name);
        return user.email === '' ? sameName : eb.or([sameName, eb('email_key', '=', emailKey(user.email))]);
      })
      .limit(1)
      .execute();
    if (taken.length > 0) return false;
    const createdAt = await createdAfterFormer(db, user.name, user.createdAt);
    await db
      .insertInto('account')
      .values(rowOf({ ...user, createdAt }))
      .execute();
    if (row) await auditCommands.addAudit(context, row);
    return true;
  },

  async updateUser(
    context: Context,
    { name, change, row }: { name: User; change: UserChange; row?: KeptAuditRow },
  ): Promise<boolean> {
    const { db } = context;
    const columns = accountColumns(change);
    if (Object.keys(columns).length === 0) {
      const known = await db.selectFrom('account').select('name').where('name', '=', name).execute();
      return known.length > 0;
    }
    const result = await db.updateTable('account').set(columns).where('name', '=', name).executeTakeFirst();
    if (change.adUser !== undefined) await associateAnew(db, name);
    if (change.passwordHash !== undefined) await endSessions(context, name);
    if (result.numUpdatedRows > 0n && row) await auditCommands.addAudit(context, row);
    return result.numUpdatedRows > 0n;
  },

  async editUser(
    context: Context,
    { name, from, change, row }: Omit<AccountEdit, 'note'> & { readonly name: User; readonly row: KeptAuditRow },
  ): Promise<EditOutcome> {
    const { db, lock } = context;
    await lock('account');
    const present = await db
      .selectFrom('account')
      .select(['email', 'ad_user'])
      .where('name', '=', name)
      .executeTakeFirst();
    if (present === undefined) return 'gone';
    if (present.email !== from.email || present.ad_user !== from.adUser) return 'stale';
    if (change.email !== undefined && (await isHeldByAnother(db, change.email, name))) return 'taken';
    await db.updateTable('account').set(accountColumns(change)).where('name', '=', name).execute();
    if (change.adUser !== undefined) await associateAnew(db, name);
    await db.deleteFrom('email_key').where('user_name', '=', name).execute();
    if (isLetGo(from.adUser, change.adUser)) await endPerson(context, name);
    else if (change.passwordHash !== undefined || change.adUser !== undefined) await endSessions(context, name);
    await auditCommands.addAudit(context, row);
    return 'done';
  },

  async switchUser(
    context: Context,
    { name, switches, row }: { readonly name: User; readonly switches: Switches; readonly row: KeptAuditRow },
  ): Promise<SwitchOutcome> {
    const { db, lock } = context;
    await lock('account');
    const found = await db.selectFrom('account').selectAll().where('name', '=', name).executeTakeFirst();
    if (found === undefined) return 'gone';
    const present = new Map<string, unknown>(Object.entries(accountOf(found)));
    const changed = Object.entries(switches).filter(([key, value]) => present.get(key) !== value);
    if (changed.length === 0) return 'same';
    await db
      .updateTable('account')
      .set(flagsOf(Object.fromEntries(changed)))
      .where('name', '=', name)
      .execute();
    const before = JSON.stringify(Object.fromEntries(changed.map(([key]) => [key, present.get(key)])));
    await auditCommands.addAudit(context, { ...row, before, after: JSON.stringify(Object.fromEntries(changed)) });
    return 'done';
  },

  async rehashUser({ db }: Context, { name, from, to }: { name: User; from: string; to: string }): Promise<boolean> {
    const result = await db
      .updateTable('account')
      .set({ password_hash: to })
      .where('name', '=', name)
      .where('password_hash', '=', from)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  },

  async removeUser(
    context: Context,
    { name, row }: { readonly name: User; readonly row?: KeptAuditRow },
  ): Promise<Removal> {
    const { db, lock } = context;
    await lock(userLock(name));
    await lock(PRINCIPALS);
    const gropics = await onlyAdminOf(db, name);
    if (gropics.length > 0) return { onlyAdminOf: gropics };
    await noteFormer(db, name);
    const result = await db.deleteFrom('account').where('name', '=', name).executeTakeFirst();
    await db.deleteFrom('session').where('user_name', '=', name).execute();
    await db.deleteFrom('stored_info').where('user_name', '=', name).execute();
    await db.deleteFrom('token').where('user_name', '=', name).execute();
    await db.deleteFrom('bearer').where('user_name', '=', name).execute();
    await db.deleteFrom('email_key').where('user_name', '=', name).execute();
    await db.deleteFrom('identity_link').where('user_name', '=', name).execute();
    await db.deleteFrom('seat').where('user_name', '=', name).execute();
    await db.deleteFrom('directory_link').where('user_name', '=', name).execute();
    const dropped = await dropPrincipal(db, name);
    const isGone = result.numDeletedRows === 0n;
    if (row && !isGone) await auditCommands.addAudit(context, row);
    await growStamps(context, { ...dropped, users: isGone ? [] : [name] });
    return isGone ? 'gone' : 'done';
  },
};

/** What a former password or person had opened ends with them, in the same transaction. */
function endSessions(context: Context, user: User): Promise<void> {
  return endLines(context, user, 'sessions');
}

/** Nothing of the person before opens an account that is theirs no more: no key either, and no single sign-on. */
export async function endPerson(context: Context, user: User): Promise<void> {
  await endLines(context, user, 'everything');
  await context.db.deleteFrom('identity_link').where('user_name', '=', user).execute();
}

/** The account belongs to whoever has that name in the directory now. */
async function associateAnew(db: Context['db'], name: User): Promise<void> {
  await db.updateTable('directory_link').set({ person_id: '' }).where('user_name', '=', name).execute();
}

/** True when somebody else has this address. */
export async function isHeldByAnother(db: Context['db'], email: string, user: string): Promise<boolean> {
  const holders = await db
    .selectFrom('account')
    .select('name')
    .where('email_key', '=', emailKey(email))
    .where('name', '!=', user)
    .limit(1)
    .execute();
  return holders.length > 0;
}

/** Users, with or without a password or a directory account. */
export class SqlUserStore implements UserStore {
  readonly #access: AccessFor<typeof userCommands>;
  constructor(access: AccessFor<typeof userCommands>) {
    this.#access = access;
  }

  create(user: UserRecord, note?: AuditNote): Promise<boolean> {
    return this.#access.write('createUser', { user, ...rowOfNote(note) });
  }

  async get(name: User): Promise<UserRecord | undefined> {
    const row = await this.#access.db.selectFrom('account').selectAll().where('name', '=', name).executeTakeFirst();
    return row && userOf(row);
  }

  async some(names: readonly User[]): Promise<readonly UserRecord[]> {
    const { db, dialect } = this.#access;
    const rows = await db
      .selectFrom('account')
      .selectAll()
      .where(isAmong(sql.ref('name'), names, dialect))
      .execute();
    return rows.map(userOf);
  }

  addressees(names: readonly User[]): Promise<ReadonlyMap<User, Addressee>> {
    return readAddressees(this.#access, names);
  }

  byEmail(email: string): Promise<UserRecord | undefined> {
    return this.#only('email_key', emailKey(email));
  }

  byShortName(name: string): Promise<UserRecord | undefined> {
    return this.#only('short_name', name.toLowerCase());
  }

  update(name: User, change: UserChange, note?: AuditNote): Promise<boolean> {
    return this.#access.write('updateUser', { name, change, ...rowOfNote(note) });
  }

  rehash(name: User, from: string, to: string): Promise<boolean> {
    return this.#access.write('rehashUser', { name, from, to });
  }

  edit(name: User, { note, ...edit }: AccountEdit): Promise<EditOutcome> {
    return this.#access.write('editUser', { name, ...edit, row: keptRow(note) });
  }

  setSwitches(name: User, switches: Switches, note: AuditNote): Promise<SwitchOutcome> {
    return this.#access.write('switchUser', { name, switches, row: keptRow(note) });
  }

  remove(name: User, note?: AuditNote): Promise<Removal> {
    return this.#access.write('removeUser', { name, ...rowOfNote(note) });
  }

  async list(): Promise<readonly UserRecord[]> {
    const rows = await this.#access.db.selectFrom('account').selectAll().orderBy('name').execute();
    return rows.map(userOf);
  }

  async entries(): Promise<readonly UserEntry[]> {
    return (await this.#entries().execute()).map(entryOf);
  }

  async someEntries(names: readonly User[]): Promise<readonly UserEntry[]> {
    return names.length === 0 ? [] : (await this.#entries().where('name', 'in', names).execute()).map(entryOf);
  }

  async entriesAfter(after: User | undefined, most: number): Promise<readonly UserEntry[]> {
    return (
      await this.#entries()
        .where('name', '>', after ?? '')
        .limit(most)
        .execute()
    ).map(entryOf);
  }

  #entries() {
    return this.#access.db.selectFrom('account').select(['name', 'ad_user', 'disabled_at']).orderBy('name');
  }

  async #only(column: 'email_key' | 'short_name', key: string): Promise<UserRecord | undefined> {
    if (key === '') return undefined;
    const rows = await this.#access.db.selectFrom('account').selectAll().where(column, '=', key).limit(2).execute();
    return rows.length === 1 && rows[0] ? userOf(rows[0]) : undefined;
  }
}
