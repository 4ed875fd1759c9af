import { limits } from '@sheetwire/contract/limits';
import type { Selectable } from 'kysely';
import type { WaitingMail, WaitingMailStore } from '#ports/mail/waiting-mail.ts';
import type { AccessFor, Context } from '../context.ts';
import type { WaitingMailTable } from '../tables/people-tables.ts';

const LOCK = 'waiting mail';

export const waitingMailCommands = {
  async addMail({ db, lock }: Context, { mail, most }: { mail: WaitingMail; most: number }): Promise<boolean> {
    await lock(LOCK);
    const { count } = await db
      .selectFrom('waiting_mail')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= most) return false;
    await db
      .insertInto('waiting_mail')
      .values({
        id: mail.id,
        sealed: mail.sealed,
        created_at: mail.createdAt,
        next_at: mail.nextAt,
        tries: mail.tries,
      })
      .execute();
    return true;
  },

  /** One claim at a time: two servers never hold one mail. */
  async claimMail(
    { db, lock }: Context,
    { now, until }: { now: number; until: number },
  ): Promise<WaitingMail | undefined> {
    await lock(LOCK);
    const row = await db
      .updateTable('waiting_mail')
      .set((eb) => ({ next_at: until, tries: eb('tries', '+', 1) }))
      .where('id', '=', (eb) =>
        eb
          .selectFrom('waiting_mail')
          .select('id')
          // What waits longer than any mail does was put off before the clock was set back.
          .where((one) => one.or([one('next_at', '<=', now), one('next_at', '>', now + limits.mailRetry.most)]))
          .orderBy('next_at')
          .orderBy('created_at')
          .orderBy('id')
          .limit(1),
      )
      .returningAll()
      .executeTakeFirst();
    return row && mailOf(row);
  },

  async moveMail({ db }: Context, { id, from, to }: { id: string; from: number; to: number }): Promise<boolean> {
    const result = await db
      .updateTable('waiting_mail')
      .set({ next_at: to })
      .where('id', '=', id)
      .where('next_at', '=', from)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  },

  async removeMail({ db }: Context, { id }: { id: string }): Promise<void> {
    await db.deleteFrom('waiting_mail').where('id', '=', id).execute();
  },
};

/** Mails that wait to be sent; they outlive a crash. */
export class SqlWaitingMailStore implements WaitingMailStore {
  readonly #access: AccessFor<typeof waitingMailCommands>;
  constructor(access: AccessFor<typeof waitingMailCommands>) {
    this.#access = access;
  }

  add(mail: WaitingMail, most: number): Promise<boolean> {
    return this.#access.write('addMail', { mail, most });
  }

  claim(now: number, until: number): Promise<WaitingMail | undefined> {
    return this.#access.write('claimMail', { now, until });
  }

  move(id: string, from: number, to: number): Promise<boolean> {
    return this.#access.write('moveMail', { id, from, to });
  }

  remove(id: string): Promise<void> {
    return this.#access.write('removeMail', { id });
  }

  async count(): Promise<number> {
    const row = await this.#access.db
      .selectFrom('waiting_mail')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  async nextAt(): Promise<number | undefined> {
    const row = await this.#access.db
      .selectFrom('waiting_mail')
      .select('next_at')
      .orderBy('next_at')
      .limit(1)
      .executeTakeFirst();
    return row?.next_at;
  }
}

function mailOf(row: Selectable<WaitingMailTable>): WaitingMail {
  return {
    id: row.id,
    sealed: row.sealed,
    createdAt: row.created_at,
    nextAt: row.next_at,
    tries: row.tries,
  };
}
