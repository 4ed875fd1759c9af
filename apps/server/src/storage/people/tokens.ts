import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import { type Selectable, sql } from 'kysely';
import type { AuditNote } from '#ports/audit.ts';
import type { BearerRecord, Exchanged, ExchangeNotes, TokenRecord, TokenStore } from '#ports/tokens.ts';
import type { AccessFor, Context } from '../context.ts';
import { givenNumbers, isAmong } from '../given-rows.ts';
import { auditCommands, type KeptAuditRow, keptRow, rowOfNote } from '../rights/audit.ts';
import { growStamps } from '../settings-backups/stamps.ts';
import type { BearerTable, TokenTable } from '../tables/people-tables.ts';
import { SWEEP } from './sweep-lock.ts';
import { userLock } from './user-lock.ts';

const lastUse = sql<number>`coalesce(last_used_at, created_at)`;

export const tokenCommands = {
  async saveToken(
    context: Context,
    { token, by, row }: { token: TokenRecord; by: string | undefined; row?: KeptAuditRow },
  ): Promise<boolean> {
    if (!(await isOpen(context, token.user, by))) return false;
    await context.db
      .insertInto('token')
      .values({
        hash: token.hash,
        user_name: token.user,
        app: token.app,
        created_at: token.createdAt,
        expires_at: token.expiresAt,
      })
      .execute();
    if (row) await auditCommands.addAudit(context, row);
    return true;
  },

  /** One exchange of a user at a time: of two at once the later ends the earlier's credential, and an end ends both. */
  async exchangeToken(
    context: Context,
    { bearer, row, reuse }: { bearer: BearerRecord; row?: KeptAuditRow; reuse?: KeptAuditRow },
  ): Promise<Exchanged | undefined> {
    const { db, lock } = context;
    if (bearer.tokenHash === null) throw new TypeError('a credential comes from a token');
    await lock(userLock(bearer.user));
    const token = await db.selectFrom('token').select('hash').where('hash', '=', bearer.tokenHash).executeTakeFirst();
    if (token === undefined || (await isDisabled(context, bearer.user))) return undefined;
    const reused = await db
      .deleteFrom('bearer')
      .where('token_hash', '=', bearer.tokenHash)
      .where('kind', '=', 'credential')
      .returning('hash')
      .execute();
    await db.insertInto('bearer').values(rowOf(bearer)).execute();
    if (row) await auditCommands.addAudit(context, row);
    if (reuse && reused.length > 0) await auditCommands.addAudit(context, reuse);
    const idle = await endIdle(context, bearer);
    await growStamps(context, { sessions: reused.length + idle.length > 0 ? [bearer.user] : [] });
    return { reused: reused.map((row) => row.hash), idle };
  },

  async saveBearer(
    context: Context,
    { bearer, by, row }: { bearer: BearerRecord; by: string | undefined; row?: KeptAuditRow },
  ): Promise<boolean> {
    if (!(await isOpen(context, bearer.user, by))) return false;
    await context.db.insertInto('bearer').values(rowOf(bearer)).execute();
    if (row) await auditCommands.addAudit(context, row);
    return true;
  },

  /** The rows are locked in one order, so that two servers never wait in a ring. */
  async useBearers(
    { db, dialect }: Context,
    { uses }: { uses: readonly (readonly [string, number])[] },
  ): Promise<void> {
    const lock = sql.raw(dialect === 'postgres' ? 'for update' : '');
    await sql`with given as (${givenNumbers(uses, dialect)}),
held as (select hash from bearer where hash in (select key from given) order by hash ${lock})
update bearer set last_used_at = given.number from given join held on held.hash = given.key
where bearer.hash = given.key`.execute(db);
  },

  async revokeKey(
    context: Context,
    { user, id, row }: { user: User; id: string; row?: KeptAuditRow },
  ): Promise<boolean> {
    const ended = await context.db
      .deleteFrom('bearer')
      .where('user_name', '=', user)
      .where('kind', '=', 'apikey')
      .where('id', '=', id)
      .returning('user_name')
      .executeTakeFirst();
    return noteEnded(context, ended, row);
  },

  async endCredential(context: Context, { hash, row }: { hash: string; row?: KeptAuditRow }): Promise<boolean> {
    const ended = await context.db
      .deleteFrom('bearer')
      .where('hash', '=', hash)
      .where('kind', '=', 'credential')
      .returning('user_name')
      .executeTakeFirst();
    return noteEnded(context, ended, row);
  },

  async sweepTokens(
    { db, tryLock }: Context,
    { now, usedBefore }: { now: number; usedBefore: number },
  ): Promise<number> {
    if (!(await tryLock(SWEEP))) return 0;
    const tokens = await db.deleteFrom('token').where('expires_at', '<=', now).executeTakeFirst();
    const bearers = await db
      .deleteFrom('bearer')
      .where('kind', '=', 'credential')
      .where((eb) => eb.or([eb('expires_at', '<=', now), eb(lastUse, '<', usedBefore)]))
      .executeTakeFirst();
    return Number(tokens.numDeletedRows + bearers.numDeletedRows);
  },
};

/** True when something went, and then its row is written. */
async function noteEnded(
  context: Context,
  ended: { readonly user_name: string } | undefined,
  row: KeptAuditRow | undefined,
): Promise<boolean> {
  if (ended === undefined) return false;
  if (row) await auditCommands.addAudit(context, row);
  await growStamps(context, { sessions: [ended.user_name] });
  return true;
}

/** Add-in tokens, the credentials made of them, and API keys. */
export class SqlTokenStore implements TokenStore {
  readonly #access: AccessFor<typeof tokenCommands>;
  constructor(access: AccessFor<typeof tokenCommands>) {
    this.#access = access;
  }

  saveToken(token: TokenRecord, by?: string, note?: AuditNote): Promise<boolean> {
    return this.#access.write('saveToken', { token, by, ...rowOfNote(note) });
  }

  async token(hash: string): Promise<TokenRecord | undefined> {
    const row = await this.#access.db.selectFrom('token').selectAll().where('hash', '=', hash).executeTakeFirst();
    return row && tokenOf(row);
  }

  exchange(bearer: BearerRecord, notes?: ExchangeNotes): Promise<Exchanged | undefined> {
    const rows = notes && { row: keptRow(notes.exchanged), reuse: keptRow(notes.reused) };
    return this.#access.write('exchangeToken', { bearer, ...rows });
  }

  saveKey(bearer: BearerRecord, by?: string, note?: AuditNote): Promise<boolean> {
    return this.#access.write('saveBearer', { bearer, by, ...rowOfNote(note) });
  }

  async bearer(hash: string): Promise<BearerRecord | undefined> {
    return (await this.someBearers([hash]))[0];
  }

  async someBearers(hashes: readonly string[]): Promise<readonly BearerRecord[]> {
    const { db, dialect } = this.#access;
    const rows = await db
      .selectFrom('bearer')
      .selectAll()
      .where(isAmong(sql.ref('hash'), hashes, dialect))
      .execute();
    return rows.map(bearerOf);
  }

  used(uses: readonly (readonly [string, number])[]): Promise<void> {
    return this.#access.write('useBearers', { uses });
  }

  async keysOf(user: User): Promise<readonly BearerRecord[]> {
    const rows = await this.#access.db
      .selectFrom('bearer')
      .selectAll()
      .where('user_name', '=', user)
      .where('kind', '=', 'apikey')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(bearerOf);
  }

  async credentialsOf(user: User): Promise<readonly BearerRecord[]> {
    const rows = await this.#access.db
      .selectFrom('bearer')
      .selectAll()
      .where('user_name', '=', user)
      .where('kind', '=', 'credential')
      .orderBy(lastUse, 'desc')
      .orderBy('id')
      .limit(limits.maxSessions)
      .execute();
    return rows.map(bearerOf);
  }

  endCredential(hash: string, note?: AuditNote): Promise<boolean> {
    return this.#access.write('endCredential', { hash, ...rowOfNote(note) });
  }

  revokeKey(user: User, id: string, note?: AuditNote): Promise<boolean> {
    return this.#access.write('revokeKey', { user, id, ...rowOfNote(note) });
  }

  sweep(now: number, usedBefore: number): Promise<number> {
    return this.#access.write('sweepTokens', { now, usedBefore });
  }
}

/** A session that ended while it asked gets nothing that would outlive it. */
async function isOpen({ db, lock }: Context, user: User, sessionHash: string | undefined): Promise<boolean> {
  await lock(userLock(user));
  if (sessionHash === undefined) return true;
  const session = await db
    .selectFrom('session')
    .select('id_hash')
    .where('id_hash', '=', sessionHash)
    .executeTakeFirst();
  return session !== undefined;
}

async function isDisabled({ db }: Context, user: User): Promise<boolean> {
  const account = await db.selectFrom('account').select('disabled_at').where('name', '=', user).executeTakeFirst();
  return account !== undefined && account.disabled_at !== null;
}

/** The newest stays, whatever the clocks say. */
async function endIdle({ db }: Context, { user, hash }: BearerRecord): Promise<string[]> {
  const idle = db
    .selectFrom('bearer')
    .select('hash')
    .where('user_name', '=', user)
    .where('kind', '=', 'credential')
    .where('hash', '!=', hash)
    .orderBy(lastUse, 'desc')
    .orderBy('id')
    .limit(limits.store.maxWaiting)
    .offset(limits.maxSessions - 1);
  const ended = await db.deleteFrom('bearer').where('hash', 'in', idle).returning('hash').execute();
  return ended.map((row) => row.hash);
}

function tokenOf(row: Selectable<TokenTable>): TokenRecord {
  return {
    hash: row.hash,
    user: branded<'User'>(row.user_name),
    app: row.app,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

function rowOf(bearer: BearerRecord): BearerTable {
  return {
    hash: bearer.hash,
    id: bearer.id,
    user_name: bearer.user,
    kind: bearer.kind,
    name: bearer.name,
    token_hash: bearer.tokenHash,
    instance_id: bearer.instanceId,
    version: bearer.version,
    address: bearer.address,
    created_at: bearer.createdAt,
    last_used_at: bearer.lastUsedAt,
    expires_at: bearer.expiresAt,
  };
}

function bearerOf(row: Selectable<BearerTable>): BearerRecord {
  return {
    id: row.id,
    hash: row.hash,
    user: branded<'User'>(row.user_name),
    kind: row.kind === 'apikey' ? 'apikey' : 'credential',
    name: row.name,
    tokenHash: row.token_hash,
    instanceId: row.instance_id,
    version: row.version,
    address: row.address,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  };
}
