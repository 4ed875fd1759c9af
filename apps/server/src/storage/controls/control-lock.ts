import type { SelectQueryBuilder } from 'kysely';
import type { Context } from '../context.ts';
import type { Database } from '../database.ts';

/*
 * Everything about controls is locked in one order, so that two transactions never wait in a ring: the rows of reports,
 * then topics, then sessions, then updates, then leases and the rows of sessions; within each by name.
 */

/** Whoever connects, sends or holds a value of these topics does so one after another. */
export async function lockControls({ lock }: Context, topics: readonly string[]): Promise<void> {
  for (const topic of topics.toSorted()) await lock(`controls ${topic}`);
}

/** What is given to a session, what it acknowledges and its end go one after another: they change the same rows. */
export async function lockSessions({ lock }: Context, sessions: readonly string[]): Promise<void> {
  for (const session of sessions.toSorted()) await lock(`control session ${session}`);
}

/** Holds the updates of topics, or only the held values among them, before any of them is changed. */
export async function lockUpdates(
  { db, dialect }: Context,
  topics: readonly string[],
  which: 'all' | 'held',
): Promise<void> {
  if (dialect !== 'postgres' || topics.length === 0) return;
  const all = db.selectFrom('control_update').select('id').where('topic', 'in', topics);
  const rows = which === 'held' ? all.where('is_held', '=', 1) : all;
  await rows.orderBy('id').forUpdate().execute();
}

/** Rows that nobody is changing right now: what is only tidied waits for nobody, the others are there next time. */
export function idle<Table extends keyof Database, Row>(
  dialect: Context['dialect'],
  rows: SelectQueryBuilder<Database, Table, Row>,
): SelectQueryBuilder<Database, Table, Row> {
  return dialect === 'postgres' ? rows.forUpdate().skipLocked() : rows;
}
