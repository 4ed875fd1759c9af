import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import { type Selectable, sql } from 'kysely';
import type { AuditNote } from '#ports/audit.ts';
import type { SessionProof, SessionRecord, SessionStore, SignInMethod, UserEnd } from '#ports/sessions.ts';
import type { AccessFor, Context } from '../context.ts';
import { givenNumbers, isAmong } from '../given-rows.ts';
import { auditCommands, type KeptAuditRow, rowOfNote } from '../rights/audit.ts';
import { growStamps } from '../settings-backups/stamps.ts';
import type { SessionTable } from '../tables/people-tables.ts';
import { SWEEP } from './sweep-lock.ts';
import { userLock } from './user-lock.ts';

export const sessionCommands = {
  async openSession(
    context: Context,
    { session, proof, row }: { session: SessionRecord; proof: SessionProof | undefined; row?: KeptAuditRow },
  ): Promise<string[] | undefined> {
    await context.lock(userLock(session.user));
    if (proof !== undefined && !(await stillHolds(context, session, proof))) return undefined;
    await context.db.insertInto('session').values(rowOf(session)).execute();
    if (row) await auditCommands.addAudit(context, row);
    const ended = await endIdle(context, session);
    await growStamps(context, { sessions: ended.length > 0 ? [session.user] : [] });
    return ended;
  },

  /** The rows are locked in one order, so that two servers never wait in a ring. */
  async touchSessions(
    { db, dialect }: Context,
    { seen }: { seen: readonly (readonly [string, number])[] },
  ): Promise<void> {
    const lock = sql.raw(dialect === 'postgres' ? 'for update' : '');
    await sql`with given as (${givenNumbers(seen, dialect)}),
held as (select id_hash from session where id_hash in (select key from given) order by id_hash ${lock})
update session set seen_at = given.number from given join held on held.id_hash = given.key
where session.id_hash = given.key and session.seen_at < given.number`.execute(db);
  },

  async endSession(
    context: Context,
    { idHash, row }: { idHash: string; row?: KeptAuditRow },
  ): Promise<string | undefined> {
    const ended = await context.db
      .deleteFrom('session')
      .where('id_hash', '=', idHash)
      .returning('user_name')
      .executeTakeFirst();
    if (ended !== undefined && row) await auditCommands.addAudit(context, row);
    await growStamps(context, { sessions: ended === undefined ? [] : [ended.user_name] });
    return ended?.user_name;
  },

  async endFamilySessions(
    context: Context,
    { user, family, row }: { user: User; family: string; row?: KeptAuditRow },
  ): Promise<string[]> {
    const { db, lock } = context;
    await lock(userLock(user));
    await db.deleteFrom('stored_info').where('family', '=', family).where('user_name', '=', user).execute();
    const rows = await db
      .deleteFrom('session')
      .where('user_name', '=', user)
      .where('family', '=', family)
      .returning('id_hash')
      .execute();
    if (row) await auditCommands.addAudit(context, row);
    await growStamps(context, { sessions: rows.length > 0 ? [user] : [] });
    return rows.map(({ id_hash }) => id_hash);
  },

  async endUser(
    context: Context,
    { user, what, row }: { user: User; what: UserEnd; row?: KeptAuditRow },
  ): Promise<void> {
    await endLines(context, user, what);
    if (row) await auditCommands.addAudit(context, row);
    await growStamps(context, { sessions: [user] });
  },

  async sweepSessions(
    { db, tryLock }: Context,
    { seenBefore, createdBefore }: { seenBefore: number; createdBefore: number },
  ): Promise<number> {
    if (!(await tryLock(SWEEP))) return 0;
    const result = await db
      .deleteFrom('session')
      .where((eb) => eb.or([eb('seen_at', '<', seenBefore), eb('created_at', '<', createdBefore)]))
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  },
};

/** Part of a change of the account, which counts itself: a server that was not told finds the end by that. */
export async function endLines({ db, lock }: Context, user: User, what: UserEnd): Promise<void> {
  await lock(userLock(user));
  await db.deleteFrom('stored_info').where('user_name', '=', user).execute();
  await db.deleteFrom('session').where('user_name', '=', user).execute();
  await db.deleteFrom('token').where('user_name', '=', user).execute();
  await db.deleteFrom('email_key').where('user_name', '=', user).execute();
  const bearers = db.deleteFrom('bearer').where('user_name', '=', user);
  await (what === 'everything' ? bearers : bearers.where('kind', '=', 'credential')).execute();
}

/** Browser sessions; they survive a restart (interfaces 9). */
export class SqlSessionStore implements SessionStore {
  readonly #access: AccessFor<typeof sessionCommands>;
  constructor(access: AccessFor<typeof sessionCommands>) {
    this.#access = access;
  }

  open(session: SessionRecord, proof?: SessionProof, note?: AuditNote): Promise<readonly string[] | undefined> {
    return this.#access.write('openSession', { session, proof, ...rowOfNote(note) });
  }

  async get(idHash: string): Promise<SessionRecord | undefined> {
    const { db } = this.#access;
    const row = await db.selectFrom('session').selectAll().where('id_hash', '=', idHash).executeTakeFirst();
    return row && sessionOf(row);
  }

  async some(idHashes: readonly string[]): Promise<readonly SessionRecord[]> {
    const { db, dialect } = this.#access;
    const rows = await db
      .selectFrom('session')
      .selectAll()
      .where(isAmong(sql.ref('id_hash'), idHashes, dialect))
      .execute();
    return rows.map(sessionOf);
  }

  touch(seen: readonly (readonly [string, number])[]): Promise<void> {
    return this.#access.write('touchSessions', { seen });
  }

  async end(idHash: string, note?: AuditNote): Promise<User | undefined> {
    const user = await this.#access.write('endSession', { idHash, ...rowOfNote(note) });
    return user === undefined ? undefined : branded<'User'>(user);
  }

  endFamily(user: User, family: string, note?: AuditNote): Promise<readonly string[]> {
    return this.#access.write('endFamilySessions', { user, family, ...rowOfNote(note) });
  }

  endUser(user: User, what: UserEnd, note?: AuditNote): Promise<void> {
    return this.#access.write('endUser', { user, what, ...rowOfNote(note) });
  }

  async listOf(user: User): Promise<readonly SessionRecord[]> {
    const { db } = this.#access;
    const rows = await db
      .selectFrom('session')
      .selectAll()
      .where('user_name', '=', user)
      .orderBy('seen_at', 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('id_hash')
      .limit(limits.maxSessions)
      .execute();
    return rows.map(sessionOf);
  }

  async isInUse(user: User, since: number): Promise<boolean> {
    const { db } = this.#access;
    const session = await db
      .selectFrom('session')
      .select('id_hash')
      .where('user_name', '=', user)
      .where('seen_at', '>=', since)
      .whereRef('seen_at', '>', 'created_at')
      .limit(1)
      .executeTakeFirst();
    if (session !== undefined) return true;
    const credential = await db
      .selectFrom('bearer')
      .select('id')
      .where('user_name', '=', user)
      .where('kind', '=', 'credential')
      .where('last_used_at', '>=', since)
      .limit(1)
      .executeTakeFirst();
    return credential !== undefined;
  }

  sweep(seenBefore: number, createdBefore: number): Promise<number> {
    return this.#access.write('sweepSessions', { seenBefore, createdBefore });
  }
}

/** An account that was disabled, a password that changed or a stored login that died meanwhile opens no session. */
async function stillHolds(
  { db }: Context,
  { user, family }: SessionRecord,
  { passwordHash }: SessionProof,
): Promise<boolean> {
  const account = db.selectFrom('account').select('name').where('name', '=', user).where('disabled_at', 'is', null);
  const same = passwordHash === undefined ? account : account.where('password_hash', '=', passwordHash);
  if ((await same.executeTakeFirst()) === undefined) return false;
  if (family === null) return true;
  const info = await db.selectFrom('stored_info').select('family').where('family', '=', family).executeTakeFirst();
  return info !== undefined;
}

/** The newest stays, whatever the clocks say; of those seen at one moment the one opened first ends. */
async function endIdle({ db }: Context, { user, idHash }: SessionRecord): Promise<string[]> {
  const idle = db
    .selectFrom('session')
    .select('id_hash')
    .where('user_name', '=', user)
    .where('id_hash', '!=', idHash)
    .orderBy('seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id_hash')
    .limit(limits.store.maxWaiting)
    .offset(limits.maxSessions - 1);
  const ended = await db.deleteFrom('session').where('id_hash', 'in', idle).returning('id_hash').execute();
  return ended.map((row) => row.id_hash);
}

function rowOf(session: SessionRecord): SessionTable {
  return {
    id_hash: session.idHash,
    user_name: session.user,
    method: session.method,
    family: session.family,
    created_at: session.createdAt,
    seen_at: session.seenAt,
    address: session.address,
    agent: session.agent,
  };
}

function sessionOf(row: Selectable<SessionTable>): SessionRecord {
  return {
    idHash: row.id_hash,
    user: branded<'User'>(row.user_name),
    method: methodOf(row.method),
    family: row.family,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    address: row.address,
    agent: row.agent,
  };
}

const METHODS: readonly SignInMethod[] = ['password', 'info', 'oidc', 'kerberos', 'proxy'];

function methodOf(text: string): SignInMethod {
  const method = METHODS.find((known) => known === text);
  if (!method) throw new TypeError(`a session was opened in an unknown way: ${text}`);
  return method;
}
