import type { Topic } from '@sheetwire/rules/topic';
import { type Kysely, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database.ts';

/**
 * True of a row whose version is kept though its time is over: it has a tag or was rolled back to, and is read from a
 * keyframe of its own (time 1).
 */
export function isKeptByMark(table: 'version' | 'keyframe') {
  const [topic, version] = [sql.ref(`${table}.topic`), sql.ref(`${table}.version`)];
  return sql<boolean>`(exists (select 1 from version_mark as mark where mark.topic = ${topic} and mark.version = ${version}
    and mark.kind <> 'rollback') and exists (select 1 from keyframe as own where own.topic = ${topic} and own.version = ${version}))`;
}

/** Rollbacks are told while their versions are kept. */
export async function dropMarksOfGone({ db }: Context, topics: readonly string[]): Promise<void> {
  await db
    .deleteFrom('version_mark')
    .where('topic', 'in', topics)
    .where(
      sql<boolean>`not exists (select 1 from version where version.topic = version_mark.topic
        and version.version = version_mark.version)
        and not exists (select 1 from topic where topic.topic = version_mark.topic and topic.held_version = version_mark.version)`,
    )
    .execute();
}

/** What marks keep of one report, or of all: no bound makes room of it. What the newest version is read from is not among it. */
export async function markedBytes(db: Kysely<Database>, topic?: Topic): Promise<number> {
  const marked = db
    .selectFrom('version_mark')
    .select(['version_mark.topic', 'version_mark.version'])
    .distinct()
    .where('version_mark.kind', '<>', 'rollback')
    .$if(topic !== undefined, (some) => some.where('version_mark.topic', '=', topic ?? ''));
  const row = await db
    .selectFrom(marked.as('marked'))
    .innerJoin('keyframe', (join) =>
      join.onRef('keyframe.topic', '=', 'marked.topic').onRef('keyframe.version', '=', 'marked.version'),
    )
    .innerJoin('topic', (join) =>
      join.onRef('topic.topic', '=', 'marked.topic').onRef('topic.keyframe_version', '>', 'marked.version'),
    )
    .leftJoin('version', (join) =>
      join.onRef('version.topic', '=', 'marked.topic').onRef('version.version', '=', 'marked.version'),
    )
    .select(sql<number | null>`sum(length(keyframe.body) + coalesce(length(version.body), 0))`.as('bytes'))
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}
