import { sql } from 'kysely';
import type { Context } from '../access.ts';

/** What a row of the log takes, where rows are deleted. */
export const bytesOf = sql<number>`length(body)`.as('bytes');

interface Gone {
  readonly topic: string;
  readonly bytes: number;
}

/** Takes what went off what the histories of its reports take. */
export async function countGone({ db }: Context, gone: readonly Gone[]): Promise<void> {
  const freed = new Map<string, number>();
  for (const { topic, bytes } of gone) freed.set(topic, (freed.get(topic) ?? 0) + Number(bytes));
  // In one order, so that two nodes never wait in a ring.
  for (const [topic, bytes] of [...freed].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const history_bytes = sql<number>`history_bytes - ${bytes}`;
    await db.updateTable('topic').set({ history_bytes }).where('topic', '=', topic).execute();
  }
}
