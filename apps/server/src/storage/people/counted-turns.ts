import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** A count of a window that is open now. */
export interface Standing {
  readonly failures: number;
  /** Epoch ms. */
  readonly startedAt: number;
}

interface Window {
  /** The store's own clock. */
  readonly at: number;
  readonly within: number;
}

/**
 * The counts that stand. One that began ahead of the clock was begun before the clock was set back: it begins now, so
 * that it neither ends with the step nor lasts until the clock comes there again (safety 3).
 */
export async function standingOf(
  { db }: Pick<Context, 'db'>,
  keys: readonly string[],
  { at, within }: Window,
): Promise<ReadonlyMap<string, Standing>> {
  const rows = await db.selectFrom('throttle').selectAll().where('key', 'in', keys).execute();
  if (rows.some((row) => row.started_at > at)) await beginNow({ db }, at, keys);
  const open = rows.filter((row) => row.started_at > at - within);
  return new Map(open.map((row) => [row.key, { failures: row.failures, startedAt: Math.min(row.started_at, at) }]));
}

/** Lets counts that began ahead of the clock begin now: these, or any. */
export async function beginNow({ db }: Pick<Context, 'db'>, at: number, keys?: readonly string[]): Promise<void> {
  const ahead = db.updateTable('throttle').set({ started_at: at }).where('started_at', '>', at);
  await (keys === undefined ? ahead : ahead.where('key', 'in', keys)).execute();
}

/** Adds one to a count, or begins it anew; one that is ahead of the clock begins now. Answers how many stand. */
export async function countOne({ db }: Pick<Context, 'db'>, key: string, { at, within }: Window): Promise<number> {
  const isOver = sql`throttle.started_at <= ${at - within}`;
  const row = await db
    .insertInto('throttle')
    .values({ key, failures: 1, started_at: at })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        failures: sql<number>`case when ${isOver} then 1 else throttle.failures + 1 end`,
        started_at: sql<number>`case when ${isOver} or throttle.started_at > ${at} then ${at} else throttle.started_at end`,
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  return row.failures;
}
