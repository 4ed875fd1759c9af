import type { Selectable } from 'kysely';
import type { SsoSession, SsoSessionStore } from '#ports/sso.ts';
import type { AccessFor, Context } from '../context.ts';
import type { SsoSessionTable } from '../tables/people-tables.ts';
import { SWEEP } from './sweep-lock.ts';

export const ssoSessionCommands = {
  async saveSsoSession({ db }: Context, session: SsoSession): Promise<void> {
    await db
      .insertInto('sso_session')
      .values({
        id_hash: session.idHash,
        issuer: session.issuer,
        subject: session.subject,
        sid: session.sid,
        sealed_token: session.sealedToken,
        created_at: session.createdAt,
      })
      .execute();
  },

  async sweepSsoSessions({ db, tryLock }: Context, { createdBefore }: { createdBefore: number }): Promise<number> {
    if (!(await tryLock(SWEEP))) return 0;
    const result = await db
      .deleteFrom('sso_session')
      .where('created_at', '<', createdBefore)
      .where('id_hash', 'not in', (eb) => eb.selectFrom('session').select('id_hash'))
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  },
};

/** What the provider said of sessions of single sign-on; the rows of ended sessions go with the next sweep. */
export class SqlSsoSessionStore implements SsoSessionStore {
  readonly #access: AccessFor<typeof ssoSessionCommands>;
  constructor(access: AccessFor<typeof ssoSessionCommands>) {
    this.#access = access;
  }

  save(session: SsoSession): Promise<void> {
    return this.#access.write('saveSsoSession', session);
  }

  async get(idHash: string): Promise<SsoSession | undefined> {
    const row = await this.#access.db
      .selectFrom('sso_session')
      .selectAll()
      .where('id_hash', '=', idHash)
      .executeTakeFirst();
    return row && sessionOf(row);
  }

  async named(by: Parameters<SsoSessionStore['named']>[0]): Promise<readonly SsoSession[]> {
    const { issuer, subject, sid } = by;
    if (subject === undefined && sid === undefined) return [];
    let query = this.#access.db.selectFrom('sso_session').selectAll().where('issuer', '=', issuer);
    if (subject !== undefined) query = query.where('subject', '=', subject);
    if (sid !== undefined) query = query.where('sid', '=', sid);
    return (await query.orderBy('id_hash').execute()).map(sessionOf);
  }

  sweep(createdBefore: number): Promise<number> {
    return this.#access.write('sweepSsoSessions', { createdBefore });
  }
}

function sessionOf(row: Selectable<SsoSessionTable>): SsoSession {
  return {
    idHash: row.id_hash,
    issuer: row.issuer,
    subject: row.subject,
    sid: row.sid,
    sealedToken: row.sealed_token,
    createdAt: row.created_at,
  };
}
