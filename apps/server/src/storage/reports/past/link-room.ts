import { limits } from '@sheetwire/contract/limits';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { SealedKeyframe } from '../put-keyframe.ts';

interface NewLink {
  readonly topic: string;
  readonly by: string;
  readonly keyframe: SealedKeyframe | undefined;
}

/**
 * Lets go of the oldest links of a report where one more would be too many for its user, or for the report, or keep too
 * much: their versions are as all others then. Nobody crowds out what others gave out before the report is full.
 */
export async function makeRoomForLink({ db }: Context, { topic, by, keyframe }: NewLink): Promise<void> {
  const { links, linksOfOne, linkBytes } = limits.past;
  const newestFirst = await db
    .selectFrom('version_mark as mark')
    .leftJoin('keyframe', (join) =>
      join.onRef('keyframe.topic', '=', 'mark.topic').onRef('keyframe.version', '=', 'mark.version'),
    )
    .select(['mark.version', 'mark.by_user', sql<number | null>`length(keyframe.body)`.as('bytes')])
    .where('mark.topic', '=', topic)
    .where('mark.kind', '=', 'linked')
    .orderBy('mark.created_at', 'desc')
    .orderBy('mark.version', 'desc')
    .execute();
  let [all, own, bytes] = [1, 1, keyframe?.body.length ?? 0];
  const gone: number[] = [];
  for (const link of newestFirst) {
    const isOwn = link.by_user === by;
    const size = Number(link.bytes ?? 0);
    if (all === links || (isOwn && own === linksOfOne) || bytes + size > linkBytes) {
      gone.push(link.version);
      continue;
    }
    all++;
    own += isOwn ? 1 : 0;
    bytes += size;
  }
  if (gone.length === 0) return;
  const marks = db.deleteFrom('version_mark').where('topic', '=', topic).where('kind', '=', 'linked');
  await marks.where('version', 'in', gone).execute();
}
