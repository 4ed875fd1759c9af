import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Database } from '../database.ts';
import { type AppendOutcome, appendAll } from './append-all.ts';
import { bytesOf, countGone } from './history-bytes.ts';
import { dropMarksOfGone, isKeptByMark } from './past/kept-marks.ts';
import { putKeyframe } from './put-keyframe.ts';
import type { SealedAppend } from './sealed/row-seals.ts';
import { sumAgain } from './sums/sum-commands.ts';
import { thinVersions, trimHistory } from './thin-commands.ts';

export const reportCommands = {
  thinVersions,
  trimHistory,
  putKeyframe,

  append(context: Context, { entries }: { entries: readonly SealedAppend[] }): Promise<AppendOutcome[]> {
    return appendAll(context, entries);
  },

  /**
   * Looks at some of the old versions, from a moment on, and drops those that no kept version is read from, with their
   * keyframes. Each is looked at once in a run, whether it goes or stays; of several servers one does it.
   */
  async pruneVersions(
    context: Context,
    { from, before, topic }: { from: number; before: number; topic: Topic | undefined },
  ): Promise<{ readonly pruned: number; readonly next: number | undefined }> {
    const { db } = context;
    if (!(await context.tryLock('prune versions')) || !(await context.tryLock('thin versions')))
      return { pruned: 0, next: undefined };
    const old = db.selectFrom('version').select('created_at').where('created_at', '>=', from);
    const { pruneChunk } = limits.store;
    const chunk = old.select('topic').where('created_at', '<', before).orderBy('created_at').limit(pruneChunk);
    const rows = await chunk.$if(topic !== undefined, (all) => all.where('topic', '=', topic ?? '')).execute();
    const last = rows.at(-1)?.created_at;
    if (last === undefined) return { pruned: 0, next: undefined };
    const gone = await db
      .deleteFrom('version')
      .returning(['topic', 'created_at', bytesOf])
      .where('created_at', '>=', from)
      .where('created_at', '<=', last)
      .$if(topic !== undefined, (all) => all.where('topic', '=', topic ?? ''))
      .where('version', '<', (eb) => headOf(eb).select('topic.version'))
      .where('version', '<=', baseOf('version', before))
      .where((eb) => eb.not(isKeptByMark('version')))
      .execute();
    const topics = [...new Set(rows.map(({ topic }) => topic))];
    const frames = await db
      .deleteFrom('keyframe')
      .returning(['topic', bytesOf])
      .where('topic', 'in', topics)
      .where('version', '<', baseOf('keyframe', before))
      .where((eb) => eb.not(isKeptByMark('keyframe')))
      .execute();
    const indexes = await db
      .deleteFrom('cell_index')
      .returning(['topic', bytesOf])
      .where('topic', 'in', topics)
      .where('from_version', '<', baseOf('cell_index', before))
      .execute();
    await dropMarksOfGone(context, topics);
    await sumAgain(context, gone);
    await countGone(context, [...gone, ...frames, ...indexes]);
    return { pruned: gone.length, next: rows.length < pruneChunk ? undefined : last + 1 };
  },
};

function headOf(eb: ExpressionBuilder<Database, 'version'>) {
  return eb.selectFrom('topic').whereRef('topic.topic', '=', 'version.topic');
}

/** The newest keyframe of a version before a moment: what is kept from then on is read from it. */
function baseOf(table: 'version' | 'keyframe' | 'cell_index', before: number) {
  const topic = sql.ref(`${table}.topic`);
  return sql<number>`(select max(base.version) from keyframe base where base.topic = ${topic} and base.created_at < ${before})`;
}
