import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { sql } from 'kysely';
import type { Context } from '../access.ts';
import { holdForSnapshots } from '../snapshots/hold-content.ts';
import { type AppendOutcome, appendAll } from './append-all.ts';
import type { EncodedAppend } from './encode-append.ts';

export const reportCommands = {
  append(context: Context, { entries }: { entries: readonly EncodedAppend[] }): Promise<AppendOutcome[]> {
    return appendAll(context, entries);
  },

  /** Puts a keyframe unless a newer one is there, and counts what it leaves to be replayed. */
  async putKeyframe(
    context: Context,
    { topic, version, body }: { topic: Topic; version: number; body: Uint8Array },
  ): Promise<boolean> {
    const { db } = context;
    const result = await db
      .updateTable('topic')
      .set({
        keyframe_version: version,
        keyframe_bytes: body.length,
        replay: later(topic, version, sql`sum(replay)`),
        replay_bytes: later(topic, version, sql`sum(length(body))`),
      })
      .where('topic', '=', topic)
      .where('keyframe_version', '<', version)
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) return false;
    await holdForSnapshots(context, [topic]);
    await db.updateTable('keyframe').set({ version, body }).where('topic', '=', topic).execute();
    return true;
  },

  async pruneVersions({ db }: Context, { before }: { before: number }): Promise<number> {
    const old = db
      .selectFrom('version')
      .innerJoin('topic', 'topic.topic', 'version.topic')
      .select(['version.topic', 'version.version'])
      .where('version.created_at', '<', before)
      .whereRef('version.version', '<', 'topic.version')
      .whereRef('version.version', '<=', 'topic.keyframe_version')
      .orderBy('version.created_at')
      .limit(limits.store.pruneChunk);
    const rows = await old.execute();
    const topics = Map.groupBy(rows, (row) => row.topic);
    for (const [topic, own] of topics) {
      const versions = own.map((row) => row.version);
      await db.deleteFrom('version').where('topic', '=', topic).where('version', 'in', versions).execute();
    }
    return rows.length;
  },
};

function later(topic: Topic, version: number, sum: ReturnType<typeof sql>) {
  return sql<number>`(select coalesce(${sum}, 0) from version where topic = ${topic} and version > ${version})`;
}
