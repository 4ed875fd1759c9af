import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import type { Selectable } from 'kysely';
import type { AuditNote } from '#ports/audit.ts';
import type { EmailKey, EmailKeyStore, KeyGround } from '#ports/tokens.ts';
import type { UserChange } from '#ports/users.ts';
import type { AccessFor, Context } from '../context.ts';
import { auditCommands, type KeptAuditRow, rowOfNote } from '../rights/audit.ts';
import { growStamps } from '../settings-backups/stamps.ts';
import type { EmailKeyTable } from '../tables/people-tables.ts';
import { accountColumns } from './account-rows.ts';
import { endLines } from './sessions.ts';
import { userLock } from './user-lock.ts';
import { isHeldByAnother } from './users.ts';

interface Saved {
  readonly key: EmailKey;
  readonly row?: KeptAuditRow;
  readonly by?: KeyGround | undefined;
}

interface Redeemed {
  readonly hash: string;
  readonly now: number;
  readonly change: UserChange;
  readonly row?: KeptAuditRow;
}

export const emailKeyCommands = {
  async saveEmailKey(context: Context, { key, row, by }: Saved): Promise<boolean> {
    const { db, lock } = context;
    await lock(`email key ${key.user}`);
    if (by && !(await stillHolds(context, key.user, by))) return false;
    await db.deleteFrom('email_key').where('user_name', '=', key.user).where('purpose', '=', key.purpose).execute();
    await db
      .deleteFrom('email_key')
      .where('hash', 'in', (eb) =>
        eb
          .selectFrom('email_key')
          .select('hash')
          .where('expires_at', '<', key.createdAt)
          .limit(limits.store.sweepChunk),
      )
      .execute();
    await db
      .insertInto('email_key')
      .values({
        hash: key.hash,
        user_name: key.user,
        purpose: key.purpose,
        payload: key.payload,
        created_at: key.createdAt,
        expires_at: key.expiresAt,
        used_at: key.usedAt,
      })
      .execute();
    if (row) await auditCommands.addAudit(context, row);
    return true;
  },

  async redeemEmailKey(context: Context, { hash, now, change, row }: Redeemed): Promise<'done' | 'gone' | 'taken'> {
    const { db, lock } = context;
    if (change.email !== undefined) await lock('account');
    const endsSessions = change.passwordHash !== undefined;
    if (endsSessions) {
      const kept = await db.selectFrom('email_key').select('user_name').where('hash', '=', hash).executeTakeFirst();
      if (kept === undefined) return 'gone';
      await lock(userLock(branded<'User'>(kept.user_name)));
    }
    const taken = await db
      .updateTable('email_key')
      .set({ used_at: now })
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('user_name')
      .executeTakeFirst();
    if (taken === undefined) return 'gone';
    const user = branded<'User'>(taken.user_name);
    if (change.email !== undefined && (await isHeldByAnother(db, change.email, user))) return 'taken';
    await db.updateTable('account').set(accountColumns(change)).where('name', '=', user).execute();
    await db.deleteFrom('email_key').where('user_name', '=', user).where('hash', '!=', hash).execute();
    // What the former password opened ends with it: a fault between the two would leave it open for good.
    if (endsSessions) await endLines(context, user, 'sessions');
    if (row) await auditCommands.addAudit(context, row);
    await growStamps(context, { users: [user] });
    return 'done';
  },
};

/** Single-use keys sent by mail; expired ones of anybody go a few at a time with each new one. */
export class SqlEmailKeyStore implements EmailKeyStore {
  readonly #access: AccessFor<typeof emailKeyCommands>;
  constructor(access: AccessFor<typeof emailKeyCommands>) {
    this.#access = access;
  }

  save(key: EmailKey, note?: AuditNote, by?: KeyGround): Promise<boolean> {
    return this.#access.write('saveEmailKey', { key, by, ...rowOfNote(note) });
  }

  async get(hash: string): Promise<EmailKey | undefined> {
    const row = await this.#access.db.selectFrom('email_key').selectAll().where('hash', '=', hash).executeTakeFirst();
    return row && keyOf(row);
  }

  redeem(hash: string, now: number, change: UserChange, note?: AuditNote): Promise<'done' | 'gone' | 'taken'> {
    return this.#access.write('redeemEmailKey', { hash, now, change, ...rowOfNote(note) });
  }
}

/** Until the key is saved nobody gives the account another address or ends the session: with either, its keys end too. */
async function stillHolds({ db, dialect }: Context, user: User, { email, sessionHash }: KeyGround): Promise<boolean> {
  const account = db.selectFrom('account').select('name').where('name', '=', user).where('email', '=', email);
  // The embedded store writes one after the other.
  const isPostgres = dialect === 'postgres';
  if ((await (isPostgres ? account.forShare() : account).executeTakeFirst()) === undefined) return false;
  if (sessionHash === undefined) return true;
  const session = db.selectFrom('session').select('id_hash').where('id_hash', '=', sessionHash);
  return (await (isPostgres ? session.forShare() : session).executeTakeFirst()) !== undefined;
}

function keyOf(row: Selectable<EmailKeyTable>): EmailKey {
  return {
    hash: row.hash,
    user: branded<'User'>(row.user_name),
    purpose: purposeOf(row.purpose),
    payload: row.payload,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  };
}

const PURPOSES: readonly EmailKey['purpose'][] = ['set', 'reset', 'email'];

function purposeOf(text: string): EmailKey['purpose'] {
  const purpose = PURPOSES.find((known) => known === text);
  if (!purpose) throw new TypeError(`an email key has an unknown purpose: ${text}`);
  return purpose;
}
