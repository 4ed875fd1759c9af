import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { givenNumbers } from '../given-rows.ts';

/** What a row of the log takes, where rows are deleted. */
export const bytesOf = sql<number>`length(body)`.as('bytes');

interface Gone {
  readonly topic: string;
  readonly bytes: number;
}

/**
 * Takes what went off what the histories of its reports take: in one statement, since whoever publishes one of them waits
 * until it is committed. The rows are locked in one order, so that two nodes never wait in a ring.
 */
export async function countGone({ db, dialect }: Context, gone: readonly Gone[]): Promise<void> {
  const freed = new Map<string, number>();
  for (const { topic, bytes } of gone) freed.set(topic, (freed.get(topic) ?? 0) + Number(bytes));
  if (freed.size === 0) return;
  const lock = sql.raw(dialect === 'postgres' ? 'for update' : '');
  await sql`with given as (${givenNumbers([...freed], dialect)}),
held as (select topic from topic where topic in (select key from given) order by topic ${lock})
update topic set history_bytes = history_bytes - given.number from given join held on held.topic = given.key
where topic.topic = given.key`.execute(db);
}
