import type { Output } from '@sheetwire/contract/call';
import type { cellHistory } from '@sheetwire/contract/reports';
import type { Topic } from '@sheetwire/rules/topic';
import { timeDigits } from '#report/publish-times.ts';
import type { ReportsDeps } from '../reports-deps.ts';

/** For how long every version of a report stays, and after that one a minute. */
export interface KeptVersions {
  readonly versionHours: number;
  readonly minuteDays: number;
}

interface ThinnedDeps extends Pick<ReportsDeps, 'storeNow' | 'kept'> {
  readonly past: Pick<ReportsDeps['past'], 'oldest'>;
}

type Thinned = Output<typeof cellHistory>['thinned'];

const hour = 3_600_000;
const day = 24 * hour;

/** Since when versions of a report are kept less densely; nothing where none of those kept is so old (time 1). */
export async function thinnedBefore({ past, storeNow, kept }: ThinnedDeps, topic: Topic): Promise<Thinned> {
  const oldest = await past.oldest(topic);
  if (!oldest) return [];
  const now = await storeNow();
  const every = now - kept.versionHours * hour;
  const minutes = Math.min(every, now - kept.minuteDays * day);
  const tiers = [
    { at: every, every: 'minute' as const, isUsed: minutes < every },
    { at: minutes, every: 'hour' as const, isUsed: true },
  ];
  return tiers
    .filter(({ at, isUsed }) => isUsed && oldest.time < timeDigits(at))
    .map((tier) => ({ before: new Date(tier.at).toISOString(), every: tier.every }));
}
