import type { Topic } from '@sheetwire/rules/topic';
import type { Kysely } from 'kysely';
import type { StoredReport } from '#ports/report-log.ts';
import type { PastReport } from '#ports/snapshot-schedule.ts';
import type { Database } from '../database.ts';
import { readChainTo } from '../reports/past/past-chain.ts';
import type { Chain } from '../reports/replay.ts';

interface PastAsk {
  readonly topic: Topic;
  /** Epoch ms. */
  readonly at: number;
  /** Since then the log holds every step. */
  readonly keptFrom: number;
}

/**
 * A report as it stood at an instant, replayed from a keyframe that is not newer (architecture: everything else reads the
 * log).
 */
export async function readPast(
  db: Kysely<Database>,
  ask: PastAsk,
  replay: (chain: Chain) => Promise<StoredReport>,
): Promise<PastReport> {
  const version = await versionAt(db, ask);
  if (version === 'none' || version === 'gone') return { kind: version };
  const { topic } = ask;
  const chain = await readChainTo(db, topic, version);
  return chain ? { kind: 'report', report: await replay(chain) } : { kind: 'gone' };
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
