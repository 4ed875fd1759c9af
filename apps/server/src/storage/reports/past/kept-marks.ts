import { sql } from 'kysely';
import type { Context } from '../../access.ts';

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
        and version.version = version_mark.version)`,
    )
    .execute();
}
