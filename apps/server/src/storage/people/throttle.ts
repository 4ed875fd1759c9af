import { limits } from '@sheetwire/contract/limits';
import type { Counted, Failures, FullCount, ThrottleStore, Turn } from '#ports/tokens.ts';
import type { AccessFor, Context } from '../context.ts';
import { auditCommands, type KeptAuditRow, keptRow } from '../rights/audit.ts';
import { storeTime } from '../store-time.ts';
import { beginNow, countOne, standingOf } from './counted-turns.ts';
import { SWEEP } from './sweep-lock.ts';

export const throttleCommands = {
  async failThrottle(
    context: Context,
    { key, within, full }: Counted & { full?: { most: number; row: KeptAuditRow } | undefined },
  ): Promise<number> {
    const at = await storeTime(context);
    const { db } = context;
    await db
      .deleteFrom('throttle')
      .where('key', 'in', (eb) =>
        eb
          .selectFrom('throttle')
          .select('key')
          .where('started_at', '<', at - limits.store.throttleKept)
          .where('key', '!=', key)
          .limit(limits.store.sweepChunk),
      )
      .execute();
    const failures = await countOne(context, key, { at, within });
    if (failures === full?.most) await auditCommands.addAudit(context, full.row);
    return failures;
  },

  async beginThrottle(context: Context, _: Record<string, never>): Promise<void> {
    await beginNow(context, await storeTime(context));
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
    if (!(await context.tryLock(SWEEP))) return 0;
    const at = await storeTime(context);
    await beginNow(context, at);
    const result = await context.db
      .deleteFrom('throttle')
      .where('started_at', '<', at - limits.store.throttleKept)
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  },
};

/** Failed sign-ins by key and the store's own time; keys of a long past day go a few at a time with each new failure. */
export class SqlThrottleStore implements ThrottleStore {
  readonly #access: AccessFor<typeof throttleCommands>;
  constructor(access: AccessFor<typeof throttleCommands>) {
    this.#access = access;
  }

  fail({ key, within }: Counted, full?: FullCount): Promise<number> {
    const kept = full && { most: full.most, row: keptRow(full.note) };
    return this.#access.write('failThrottle', { key, within, ...(kept && { full: kept }) });
  }

  async standing(counts: readonly Counted[]): Promise<ReadonlyMap<string, Failures>> {
    const keys = counts.map(({ key }) => key);
    const rows = await this.#access.db.selectFrom('throttle').selectAll().where('key', 'in', keys).execute();
    // After the rows: what is ahead of it now was not written a moment ago.
    const at = await this.#access.now();
    // One of an account is looked at only where those of what was typed have room: all begin at once.
    if (rows.some((row) => row.started_at > at)) await this.#access.write('beginThrottle', {});
    const withinOf = new Map(counts.map(({ key, within }) => [key, within]));
    const standing = rows.map(({ key, failures, started_at }) => {
      const ends = Math.min(started_at, at) + (withinOf.get(key) ?? 0);
      return [key, { failures, lasts: ends - at }] as const;
    });
    return new Map(standing.filter(([, { lasts }]) => lasts > 0));
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
