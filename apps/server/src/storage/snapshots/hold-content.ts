import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { groupOfTopic } from '@sheetwire/rules/topic';
import { sql } from 'kysely';
import type { Context } from '../access.ts';

/**
 * Keeps the keyframes that are about to be replaced of those reports whose snapshot is due and not taken yet: a late
 * capture then still has the content of its instant (semantics 6). The first one kept is the one that counts.
 */
export async function holdForSnapshots(context: Context, topics: readonly string[]): Promise<void> {
  if (topics.length === 0) return;
  const due = await changedSince(context, await dueTopics(context, topics));
  if (due.length === 0) return;
  await context.db
    .insertInto('snapshot_content')
    .columns(['topic', 'version', 'body', 'kept_at'])
    .expression((eb) =>
      eb
        .selectFrom('keyframe')
        .select(['topic', 'version', 'body', context.at.as('kept_at')])
        .where('topic', 'in', due)
        .where(
          'version',
          '=',
          sql<number>`(select max(version) from keyframe newest where newest.topic = keyframe.topic)`,
        ),
    )
    .onConflict((conflict) => conflict.column('topic').doNothing())
    .execute();
}

/** Lets go of what was kept for a snapshot that nobody takes any more. */
export async function dropOldContent({ db, at }: Context): Promise<void> {
  await db
    .deleteFrom('snapshot_content')
    .where('kept_at', '<', sql<number>`${at} - ${sql.lit(limits.snapshots.contentKept)}`)
    .where(sql<boolean>`not exists (select 1 from snapshot_run where snapshot_run.topic = snapshot_content.topic)`)
    .execute();
}

interface Due {
  readonly topic: string;
  readonly dueAt: number;
}

/** Of the topics those whose newest version came after an instant that is due: what was before it is needed yet. */
async function changedSince({ db }: Context, due: readonly Due[]): Promise<string[]> {
  if (due.length === 0) return [];
  const rows = await db
    .selectFrom('version')
    .select(['topic', (eb) => eb.fn.max('created_at').as('at')])
    .where(
      'topic',
      'in',
      due.map((one) => one.topic),
    )
    .groupBy('topic')
    .execute();
  const newest = new Map(rows.map((row) => [row.topic, row.at]));
  return due.filter(({ topic, dueAt }) => (newest.get(topic) ?? 0) > dueAt).map(({ topic }) => topic);
}

/** The topics with a run that waits, or whose own setting, else whose group's, is due and not written down yet. */
async function dueTopics({ db, at }: Context, topics: readonly string[]): Promise<Due[]> {
  const groups = topics.map((topic) => groupOfTopic(branded<'Topic'>(topic)));
  const gropics = [...new Set<string>([...topics, ...groups])];
  const rows = await db
    .selectFrom('snapshot_run')
    .select(['topic as name', 'due_at', sql<number>`1`.as('is_run')])
    .where('topic', 'in', topics)
    .unionAll(
      db
        .selectFrom('snapshot_setting')
        .select(['gropic as name', sql<number>`case when due_at <= ${at} then due_at else 0 end`.as('due_at')])
        .select(sql<number>`0`.as('is_run'))
        .where('gropic', 'in', gropics),
    )
    .execute();
  if (rows.length === 0) return [];
  const named = Map.groupBy(rows, (row) => row.name);
  return topics.flatMap((topic, n) => {
    const own = named.get(topic) ?? [];
    const isOwn = own.some((row) => row.is_run === 0);
    const deciding = isOwn ? own : [...own, ...(named.get(groups[n] ?? '') ?? [])];
    const times = deciding.map((row) => row.due_at).filter((dueAt) => dueAt > 0);
    return times.length === 0 ? [] : [{ topic, dueAt: Math.min(...times) }];
  });
}
