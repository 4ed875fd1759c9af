import type { Topic } from '@sheetwire/rules/topic';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { bytesOf } from '../history-bytes.ts';

interface NewIndex {
  readonly topic: Topic;
  /** The last version that it tells of, and the keyframe that it goes on from. */
  readonly version: number;
  readonly from: number;
  /** How many steps it tells of. */
  readonly steps: number;
  readonly body: Uint8Array;
}

export const indexCommands = {
  /** Unless there is one, or its steps went or were merged meanwhile. */
  async putCellIndex({ db }: Context, { topic, version, from, steps, body }: NewIndex): Promise<void> {
    const count = await db
      .selectFrom('version')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('topic', '=', topic)
      .where('version', '>', from)
      .where('version', '<=', version)
      .executeTakeFirstOrThrow();
    if (Number(count.count) !== steps) return;
    const { numInsertedOrUpdatedRows: put } = await db
      .insertInto('cell_index')
      .values({ topic, version, from_version: from, body })
      .onConflict((conflict) => conflict.columns(['topic', 'version']).doNothing())
      .executeTakeFirst();
    if (put === 0n) return;
    const history_bytes = sql<number>`history_bytes + ${body.length}`;
    await db.updateTable('topic').set({ history_bytes }).where('topic', '=', topic).execute();
  },
};

/** Indexes that tell of steps between two versions go with them; answers what they took. */
export function dropIndexes({ db }: Context, topic: string, { from, to }: { from: number; to: number }) {
  return db
    .deleteFrom('cell_index')
    .returning(['topic', bytesOf])
    .where('topic', '=', topic)
    .where('version', '>=', from)
    .where('from_version', '<', to)
    .execute();
}
