import { sql } from 'kysely';
import { BuiltStatement, upTo } from '../built-statement.ts';
import type { Context } from '../context.ts';
import type { TopicTable } from '../tables/report-tables.ts';

/** Makes the rows of topics that have none yet: version 0, nothing published. */
export async function ensureTopics({ db, at }: Context, topics: readonly string[]): Promise<void> {
  const fresh = topics.map((topic) => ({
    topic,
    version: 0,
    time: '',
    sender: '',
    is_live: 0,
    view_secret: null,
    publish_secret: null,
    reserved_to: 0,
    changed_at: at,
    keyframe_version: 0,
    keyframe_bytes: 0,
    replay: 0,
    replay_bytes: 0,
    history_bytes: 0,
    held_version: 0,
    summed_version: 0,
    // Rules may be there before anything is published.
    guard_revision: sql<number>`coalesce((select revision from guard where topic = ${topic}), 0)`,
  }));
  await db
    .insertInto('topic')
    .values(fresh)
    .onConflict((conflict) => conflict.column('topic').doNothing())
    .execute();
}

/** The rows of topics, held until the transaction ends; always in one order, so that two nodes never wait in a ring. */
export async function holdTopics(context: Context, topics: readonly string[]): Promise<Map<string, TopicTable>> {
  const rows = await readTopics(context, topics);
  const missing = topics.filter((topic) => !rows.has(topic));
  if (missing.length === 0) return rows;
  await ensureTopics(context, missing.toSorted());
  return readTopics(context, topics);
}

async function readTopics(context: Context, topics: readonly string[]): Promise<Map<string, TopicTable>> {
  // In order here too: many of them are read by several statements.
  const rows = await topicRows.run(context, topics.toSorted());
  return new Map(rows.map((row) => [row.topic, row]));
}

const topicRows = new BuiltStatement<string, TopicTable>(({ db, dialect, count, place }) => {
  const topics = upTo(count).map((n) => place((given) => given[n] ?? ''));
  const query = db.selectFrom('topic').selectAll().where('topic', 'in', topics).orderBy('topic');
  return dialect === 'postgres' ? query.forUpdate() : query;
});
