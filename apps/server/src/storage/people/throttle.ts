import { limits } from '@sheetwire/contract/limits';
import { sql } from 'kysely';
import type { Failures, ThrottleStore, Turn } from '#ports/tokens.ts';
import type { Access, Context } from '../access.ts';
import { storeTime } from '../store-time.ts';
import { beginNow, countOne, standingOf } from './counted-turns.ts';

export const throttleCommands = {
  async failThrottle(
    { db }: Context,
    { key, now, since }: { key: string; now: number; since: number },
  ): Promise<number> {
    await db
      .deleteFrom('throttle')
      .where('key', 'in', (eb) =>
        eb
          .selectFrom('throttle')
          .select('key')
          .where('started_at', '<', now - limits.store.throttleKept)
          .where('key', '!=', key)
          .limit(limits.store.sweepChunk),
      )
      .execute();
    const isOver = sql`throttle.started_at < ${since}`;
    // A start that is ahead is from before the clock was set back: the window begins now, with all that it counts.
    const beginsNow = sql`${isOver} or throttle.started_at > ${now}`;
    const row = await db
      .insertInto('throttle')
      .values({ key, failures: 1, started_at: now })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          failures: sql<number>`case when ${isOver} then 1 else throttle.failures + 1 end`,
          started_at: sql<number>`case when ${beginsNow} then ${now} else throttle.started_at end`,
        }),
      )
      .returning('failures')
      .executeTakeFirstOrThrow();
    return row.failures;
  },

  async beginThrottle({ db }: Context, { now }: { now: number }): Promise<void> {
    await beginNow({ db }, now);
  },

  async clearThrottle({ db }: Context, { key }: { key: string }): Promise<void> {
    await db.deleteFrom('throttle').where('key', '=', key).execute();
  },

  async takeTurn(context: Context, { key, most, within }: Turn): Promise<number> {
    await context.lock(key);
    const at = await storeTime(context);
    const count = (await standingOf(context, [key], { at, within })).get(key);
    if (count !== undefined && count.failures >= most) return count.startedAt + within - at;
    await countOne(context, key, { at, within });
    return 0;
  },

  async sweepThrottle(context: Context, _: Record<string, never>): Promise<number> {
    const at = await storeTime(context);
    await beginNow(context, at);
    const result = await context.db
      .deleteFrom('throttle')
      .where('started_at', '<', at - limits.store.throttleKept)
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  },
};

/** Failed sign-ins by key; keys of a long past day go a few at a time with each new failure. */
export class SqlThrottleStore implements ThrottleStore {
  readonly #access: Access;
  constructor(access: Access) {
    this.#access = access;
  }

  fail(key: string, now: number, since: number): Promise<number> {
    return this.#access.write('failThrottle', { key, now, since });
  }

  async standing(
    keys: readonly { readonly key: string; readonly since: number }[],
    now = Number.POSITIVE_INFINITY,
  ): Promise<ReadonlyMap<string, Failures>> {
    const rows = await this.#access.db
      .selectFrom('throttle')
      .selectAll()
      .where(
        'key',
        'in',
        keys.map(({ key }) => key),
      )
      .execute();
    const sinceOf = new Map(keys.map(({ key, since }) => [key, since]));
    const standing = rows.filter((row) => row.started_at >= (sinceOf.get(row.key) ?? row.started_at));
    // One of an account is looked at only where those of what was typed have room: all begin at once.
    if (rows.some((row) => row.started_at > now)) await this.#access.write('beginThrottle', { now });
    return new Map(
      standing.map((row) => [row.key, { failures: row.failures, startedAt: Math.min(row.started_at, now) }]),
    );
  }

  clear(key: string): Promise<void> {
    return this.#access.write('clearThrottle', { key });
  }

  takeTurn(turn: Turn): Promise<number> {
    return this.#access.write('takeTurn', turn);
  }

  sweep(): Promise<number> {
    return this.#access.write('sweepThrottle', {});
  }
}
