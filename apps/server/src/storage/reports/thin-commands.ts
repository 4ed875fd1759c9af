import type { Topic } from '@sheetwire/rules/topic';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { VersionTable } from '../tables/report-tables.ts';
import { dropIndexes } from './cells/index-commands.ts';
import { bytesOf, countGone } from './history-bytes.ts';
import type { PackedKeyframe } from './keyframe-of.ts';
import { isKeptByMark } from './past/kept-marks.ts';
import { sumAgain } from './sums/sum-commands.ts';

/** Versions of which the last is kept, and what it is read from then. */
export interface ThinRange {
  readonly topic: Topic;
  readonly first: number;
  readonly keep: number;
  /** What the first one goes on from. */
  readonly from: number;
  /** Of the version that is kept. */
  readonly seal: string;
  /** The steps as one; undefined where the keyframe of the last version says it all. */
  readonly step: MergedStep | undefined;
  /** The keyframe of the last version, where it has none yet. */
  readonly keyframe: (PackedKeyframe & { readonly seal: string }) | undefined;
}

/** A step whose keyframe says it all. */
export const wholeStep = { is_whole: 1, body: new Uint8Array(0), is_packed: 1, replay: 0, cells: 0 } as const;

export type MergedStep = Pick<VersionTable, 'body' | 'is_packed' | 'replay' | 'cells'>;

/** Lets go of versions of a time but the last; nothing where newer content depends on them. Answers how many went. */
export async function thinVersions(context: Context, range: ThinRange): Promise<number> {
  const { db } = context;
  const { topic, first, keep } = range;
  // Of several servers one does it: what two worked out at once would be counted twice.
  if (!(await context.tryLock('thin versions'))) return 0;
  const head = await db.selectFrom('topic').select('keyframe_version').where('topic', '=', topic).executeTakeFirst();
  if (!head || head.keyframe_version <= keep) return 0;
  // A version may have got a tag since it was looked at.
  const marks = db.selectFrom('version_mark').select('version').where('topic', '=', topic);
  if (await marks.where('version', '>=', first).where('version', '<', keep).executeTakeFirst()) return 0;
  const own = db.selectFrom('version').where('topic', '=', topic);
  const from = await own.select('from_version').where('version', '=', first).executeTakeFirst();
  const last = await own.select(['created_at', bytesOf]).where('version', '=', keep).executeTakeFirst();
  // Another server may have thinned what goes before meanwhile: the seal is of what this one read.
  if (from?.from_version !== range.from || !last) return 0;
  const gone = await db
    .deleteFrom('version')
    .returning(['topic', 'created_at', bytesOf])
    .where('topic', '=', topic)
    .where('version', '>=', first)
    .where('version', '<', keep)
    .execute();
  const frames = await db
    .deleteFrom('keyframe')
    .returning(['topic', bytesOf])
    .where('topic', '=', topic)
    .where('version', '>=', first)
    .where('version', '<', keep)
    .execute();
  if (range.keyframe) {
    const { version, cleaner, body, seal } = range.keyframe;
    const { created_at } = last;
    await db.insertInto('keyframe').values({ topic, version, cleaner, body, seal, created_at }).execute();
  }
  await db
    .updateTable('version')
    .set({ from_version: range.from, seal: range.seal, ...(range.step ?? wholeStep) })
    .where('topic', '=', topic)
    .where('version', '=', keep)
    .execute();
  const came = (range.keyframe?.body.length ?? 0) + (range.step?.body.length ?? 0);
  const indexes = await dropIndexes(context, topic, { from: first, to: keep });
  await sumAgain(context, [...gone, { topic, created_at: last.created_at }]);
  await countGone(context, [...gone, ...frames, ...indexes, { topic, bytes: Number(last.bytes) - came }]);
  return gone.length;
}

/** Lets go of the oldest versions of a report up to a keyframe; never of what the newest version is read from, nor of marked ones. */
export async function trimHistory(context: Context, { topic, to }: { topic: Topic; to: number }): Promise<number> {
  const { db } = context;
  if (!(await context.tryLock('thin versions'))) return 0;
  const isPast = sql<boolean>`version < (select keyframe_version from topic where topic.topic = ${topic})`;
  const gone = await db
    .deleteFrom('version')
    .returning(['topic', 'created_at', bytesOf])
    .where('topic', '=', topic)
    .where('version', '<=', to)
    .where(isPast)
    .where((eb) => eb.not(isKeptByMark('version')))
    .execute();
  const frames = await db
    .deleteFrom('keyframe')
    .returning(['topic', bytesOf])
    .where('topic', '=', topic)
    .where('version', '<', to)
    .where(isPast)
    .where((eb) => eb.not(isKeptByMark('keyframe')))
    .execute();
  const indexes = await dropIndexes(context, topic, { from: 0, to });
  await sumAgain(context, gone);
  await countGone(context, [...gone, ...frames, ...indexes]);
  return gone.length;
}
