import type { Topic } from '@sheetwire/rules/topic';
import type { Kysely } from 'kysely';
import type { StoredReport } from '#ports/report-log.ts';
import type { PastReport } from '#ports/snapshot-schedule.ts';
import type { Database } from '../database.ts';
import type { Chain } from '../reports/replay.ts';

interface PastAsk {
  readonly topic: Topic;
  /** Epoch ms. */
  readonly at: number;
  /** Since then the log holds every step. */
  readonly keptFrom: number;
}

/**
 * A report as it stood at an instant, replayed from a keyframe that is not newer: the present one, or the one that was
 * kept because a snapshot was due (architecture: everything else reads the log).
 */
export async function readPast(
  db: Kysely<Database>,
  ask: PastAsk,
  replay: (chain: Chain) => Promise<StoredReport>,
): Promise<PastReport> {
  const version = await versionAt(db, ask);
  if (version === 'none' || version === 'gone') return { kind: version };
  const { topic } = ask;
  const base = await keyframeBefore(db, topic, version);
  if (!base) return { kind: 'gone' };
  const deltas = await db
    .selectFrom('version')
    .select(['version', 'body', 'time', 'sender', 'is_packed', 'is_whole', 'from_version'])
    .where('topic', '=', topic)
    .where('version', '>', base.version)
    .where('version', '<=', version)
    .orderBy('version')
    .execute();
  const isWhole = deltas.every((delta, n) => delta.is_whole === 0 && delta.from_version === priorTo(deltas, n, base));
  if (!isWhole || (deltas.at(-1) ?? base).version !== version) return { kind: 'gone' };
  return { kind: 'report', report: await replay({ keyframe: base.body, deltas }) };
}

function priorTo(deltas: readonly { version: number }[], n: number, base: { version: number }): number {
  return (deltas[n - 1] ?? base).version;
}

/** The newest version at an instant. Of the steps before the first one kept it is only known that they are old. */
async function versionAt(db: Kysely<Database>, { topic, at, keptFrom }: PastAsk): Promise<number | 'none' | 'gone'> {
  const steps = db.selectFrom('version').where('topic', '=', topic);
  const last = await steps
    .select('version')
    .where('created_at', '<=', at)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last) return last.version;
  const first = await steps.select('from_version').orderBy('version').limit(1).executeTakeFirst();
  if (!first || first.from_version === 0) return 'none';
  return at >= keptFrom ? first.from_version : 'gone';
}

async function keyframeBefore(db: Kysely<Database>, topic: Topic, version: number) {
  const present = db.selectFrom('keyframe').select(['version', 'body']).where('topic', '=', topic);
  const kept = db.selectFrom('snapshot_content').select(['version', 'body']).where('topic', '=', topic);
  const rows = await present.unionAll(kept).execute();
  return rows.filter((row) => row.version <= version).toSorted((a, b) => b.version - a.version)[0];
}
