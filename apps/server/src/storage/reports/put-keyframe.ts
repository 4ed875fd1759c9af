import type { Topic } from '@sheetwire/rules/topic';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { PackedKeyframe } from './keyframe-of.ts';

export type SealedKeyframe = PackedKeyframe & { readonly seal: string };

type NewKeyframe = { readonly topic: Topic } & SealedKeyframe;

/** Puts a keyframe unless a newer one is there, and counts what it leaves to be replayed. */
export async function putKeyframe(context: Context, keyframe: NewKeyframe): Promise<boolean> {
  const { topic, version, body } = keyframe;
  const result = await context.db
    .updateTable('topic')
    .set({
      history_bytes: sql`history_bytes + ${body.length}`,
      keyframe_version: version,
      keyframe_bytes: body.length,
      replay: later(topic, version, sql`sum(replay)`),
      replay_bytes: later(topic, version, sql`sum(length(body))`),
    })
    .where('topic', '=', topic)
    .where('keyframe_version', '<', version)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  await insert(context, keyframe);
  return true;
}

/** Puts the keyframe of any version that has none yet: it is read by itself from then on. */
export async function keepKeyframe(context: Context, keyframe: NewKeyframe): Promise<void> {
  const { db } = context;
  const { topic, version, body } = keyframe;
  const own = db.selectFrom('keyframe').select('version').where('topic', '=', topic).where('version', '=', version);
  if ((await own.executeTakeFirst()) || (await putKeyframe(context, keyframe))) return;
  const history_bytes = sql<number>`history_bytes + ${body.length}`;
  await db.updateTable('topic').set({ history_bytes }).where('topic', '=', topic).execute();
  await insert(context, keyframe);
}

/** It has the moment of its version. */
async function insert({ db, at }: Context, { topic, version, cleaner, body, seal }: NewKeyframe): Promise<void> {
  const moment = db
    .selectFrom('version')
    .select('created_at')
    .where('topic', '=', topic)
    .where('version', '=', version);
  const created_at = sql<number>`coalesce((${moment}), ${at})`;
  await db.insertInto('keyframe').values({ topic, version, cleaner, body, seal, created_at }).execute();
}

function later(topic: Topic, version: number, sum: ReturnType<typeof sql>) {
  return sql<number>`(select coalesce(${sum}, 0) from version where topic = ${topic} and version > ${version})`;
}
