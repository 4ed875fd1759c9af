import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import type { Selectable } from 'kysely';
import type { SessionRecord, SessionStore, SignInMethod } from '#ports/sessions.ts';
import type { Access, Context } from '../access.ts';
import type { SessionTable } from '../database.ts';

export const sessionCommands = {
  async openSession({ db }: Context, session: SessionRecord): Promise<void> {
    await db
      .insertInto('session')
      .values({
        id_hash: session.idHash,
        user_name: session.user,
        method: session.method,
        family: session.family,
        created_at: session.createdAt,
        seen_at: session.seenAt,
        address: session.address,
        agent: session.agent,
      })
      .execute();
  },

  async touchSession({ db }: Context, { idHash, seenAt }: { idHash: string; seenAt: number }): Promise<void> {
    await db
      .updateTable('session')
      .set({ seen_at: seenAt })
      .where('id_hash', '=', idHash)
      .where('seen_at', '<', seenAt)
      .execute();
  },

  async endSession({ db }: Context, { idHash }: { idHash: string }): Promise<void> {
    await db.deleteFrom('session').where('id_hash', '=', idHash).execute();
  },

  async endSessions({ db }: Context, { user, except }: { user: User; except: string | undefined }): Promise<string[]> {
    const rows = await db
      .deleteFrom('session')
      .where('user_name', '=', user)
      .where('id_hash', '!=', except ?? '')
      .returning('id_hash')
      .execute();
    return rows.map((row) => row.id_hash);
  },

  async sweepSessions(
    { db }: Context,
    { seenBefore, createdBefore }: { seenBefore: number; createdBefore: number },
  ): Promise<number> {
    const result = await db
      .deleteFrom('session')
      .where((eb) => eb.or([eb('seen_at', '<', seenBefore), eb('created_at', '<', createdBefore)]))
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  },
};

/** Browser sessions; they survive a restart (interfaces 9). */
export class SqlSessionStore implements SessionStore {
  readonly #access: Access;
  constructor(access: Access) {
    this.#access = access;
  }

  open(session: SessionRecord): Promise<void> {
    return this.#access.write('openSession', session);
  }

  async get(idHash: string): Promise<SessionRecord | undefined> {
    const { db } = this.#access;
    const row = await db.selectFrom('session').selectAll().where('id_hash', '=', idHash).executeTakeFirst();
    return row && sessionOf(row);
  }

  touch(idHash: string, seenAt: number): Promise<void> {
    return this.#access.write('touchSession', { idHash, seenAt });
  }

  end(idHash: string): Promise<void> {
    return this.#access.write('endSession', { idHash });
  }

  endAll(user: User, exceptHash?: string): Promise<readonly string[]> {
    return this.#access.write('endSessions', { user, except: exceptHash });
  }

  async listOf(user: User): Promise<readonly SessionRecord[]> {
    const { db } = this.#access;
    const rows = await db
      .selectFrom('session')
      .selectAll()
      .where('user_name', '=', user)
      .orderBy('created_at')
      .orderBy('id_hash')
      .execute();
    return rows.map(sessionOf);
  }

  sweep(seenBefore: number, createdBefore: number): Promise<number> {
    return this.#access.write('sweepSessions', { seenBefore, createdBefore });
  }
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
  if (!method) throw new TypeError(`a session was opened by an unknown way: ${text}`);
  return method;
}
