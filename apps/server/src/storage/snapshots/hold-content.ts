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
  const due = await dueTopics(context, topics);
  if (due.length === 0) return;
  await context.db
    .insertInto('snapshot_content')
    .columns(['topic', 'version', 'body', 'kept_at'])
    .expression((eb) =>
      eb
        .selectFrom('keyframe')
        .select(['topic', 'version', 'body', context.at.as('kept_at')])
        .where('topic', 'in', due),
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

/** With a run that waits, or whose own setting, else whose group's, is due and not written down yet. */
async function dueTopics({ db, at }: Context, topics: readonly string[]): Promise<string[]> {
  if (topics.length === 0) return [];
  const groups = topics.map((topic) => groupOfTopic(branded<'Topic'>(topic)));
  const gropics = [...new Set<string>([...topics, ...groups])];
  const rows = await db
    .selectFrom('snapshot_run')
    .select(['topic as name', sql<string>`'run'`.as('kind')])
    .where('topic', 'in', topics)
    .unionAll(
      db
        .selectFrom('snapshot_setting')
        .select(['gropic as name', sql<string>`case when due_at <= ${at} then 'due' else 'own' end`.as('kind')])
        .where('gropic', 'in', gropics),
    )
    .execute();
  const kinds = (name: string) => rows.filter((row) => row.name === name).map((row) => row.kind);
  return rows.length === 0
    ? []
    : topics.filter((topic, n) => {
        const own = kinds(topic);
        if (own.length > 0) return own.includes('run') || own.includes('due');
        return kinds(groups[n] ?? '').includes('due');
      });
}
