import type { OneTimeRecord, OneTimeStore } from '#ports/sso.ts';
import type { AccessFor, Context } from '../context.ts';
import { SWEEP } from './sweep-lock.ts';

type Taking = Parameters<OneTimeStore['take']>[0];

export const oneTimeCommands = {
  async saveOneTime({ db }: Context, record: OneTimeRecord): Promise<boolean> {
    const result = await db
      .insertInto('one_time')
      .values({
        hash: record.hash,
        purpose: record.purpose,
        payload: record.payload,
        expires_at: record.expiresAt,
      })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .executeTakeFirst();
    return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
  },

  async takeOneTime({ db }: Context, { hash, purpose, now }: Taking): Promise<string | undefined> {
    const row = await db
      .deleteFrom('one_time')
      .where('hash', '=', hash)
      .where('purpose', '=', purpose)
      .returning(['payload', 'expires_at'])
      .executeTakeFirst();
    return row !== undefined && row.expires_at > now ? row.payload : undefined;
  },

  async sweepOneTime({ db, tryLock }: Context, { now }: { now: number }): Promise<number> {
    if (!(await tryLock(SWEEP))) return 0;
    const result = await db.deleteFrom('one_time').where('expires_at', '<=', now).executeTakeFirst();
    return Number(result.numDeletedRows);
  },
};

/** What may be used once: of two that take a record at the same time one gets it. */
export class SqlOneTimeStore implements OneTimeStore {
  readonly #access: AccessFor<typeof oneTimeCommands>;
  constructor(access: AccessFor<typeof oneTimeCommands>) {
    this.#access = access;
  }

  save(record: OneTimeRecord): Promise<boolean> {
    return this.#access.write('saveOneTime', record);
  }

  take(by: Taking): Promise<string | undefined> {
    return this.#access.write('takeOneTime', by);
  }

  sweep(now: number): Promise<number> {
    return this.#access.write('sweepOneTime', { now });
  }
}
