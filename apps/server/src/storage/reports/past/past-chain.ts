import type { Topic } from '@sheetwire/rules/topic';
import type { Kysely } from 'kysely';
import type { Database } from '../../database.ts';
import type { Chain, StoredDelta } from '../replay.ts';

/** A chain whose pages are of a cleaner. */
export interface PastChain extends Chain {
  /** The version of its keyframe. */
  readonly from: number;
  readonly cleaner: number;
}

/**
 * The keyframe that a version is read from and the deltas up to it. Undefined when the version is not kept, or one between
 * went while this was read.
 */
export async function readChainTo(
  db: Kysely<Database>,
  topic: Topic,
  version: number,
  /** The keyframe is older than this. */
  below = version + 1,
): Promise<PastChain | undefined> {
  const base = await readKeyframe(db, topic, Math.min(version, below - 1));
  if (!base) return undefined;
  const { version: from, body: keyframe, cleaner } = base;
  const deltas = await readDeltas(db, topic, { from, to: version });
  return deltas && { from, keyframe, deltas, cleaner };
}

/** The keyframe that a version is read from, without the steps to it. */
export async function readFrame(db: Kysely<Database>, topic: Topic, version: number): Promise<PastChain | undefined> {
  const base = await readKeyframe(db, topic, version);
  return base && { from: base.version, keyframe: base.body, deltas: [], cleaner: base.cleaner };
}

/** The newest keyframe up to a version; the pages of a version are those of its keyframe. */
export function readKeyframe(db: Kysely<Database>, topic: Topic, version: number) {
  return db
    .selectFrom('keyframe')
    .select(['version', 'body', 'cleaner'])
    .where('topic', '=', topic)
    .where('version', '<=', version)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The deltas from one version to a later one; undefined where a whole report lies between, or one is not kept. */
export async function readDeltas(
  db: Kysely<Database>,
  topic: Topic,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<StoredDelta[] | undefined> {
  const deltas = await db
    .selectFrom('version')
    .select(['version', 'body', 'time', 'sender', 'is_packed', 'is_whole', 'from_version'])
    .where('topic', '=', topic)
    .where('version', '>', from)
    .where('version', '<=', to)
    .orderBy('version')
    .execute();
  let at = from;
  for (const delta of deltas) {
    if (delta.is_whole === 1 || delta.from_version !== at) return undefined;
    at = delta.version;
  }
  return at === to ? deltas : undefined;
}
