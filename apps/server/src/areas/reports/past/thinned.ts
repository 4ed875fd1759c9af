import type { Output } from '@sheetwire/contract/call';
import type { cellHistory } from '@sheetwire/contract/past/calls';
import type { Topic } from '@sheetwire/rules/topic';
import { tiersAt } from '#ports/past/retention.ts';
import { timeDigits } from '#report/publish-times.ts';
import type { ReportsDeps } from '../reports-deps.ts';

interface ThinnedDeps extends Pick<ReportsDeps, 'storeNow' | 'keptOf'> {
  readonly past: Pick<ReportsDeps['past'], 'oldest'>;
}

type Thinned = Output<typeof cellHistory>['thinned'];

/** Since when versions of a report are kept less densely; nothing where none of those kept is so old (time 1). */
export async function thinnedBefore({ past, storeNow, keptOf }: ThinnedDeps, topic: Topic): Promise<Thinned> {
  const oldest = await past.oldest(topic);
  if (!oldest) return [];
  const { every, minutes } = tiersAt(await storeNow(), (await keptOf(topic)).kept);
  const tiers = [
    { at: every, every: 'minute' as const, isUsed: minutes < every },
    { at: minutes, every: 'hour' as const, isUsed: true },
  ];
  return tiers
    .filter(({ at, isUsed }) => isUsed && oldest.time < timeDigits(at))
    .map((tier) => ({ before: new Date(tier.at).toISOString(), every: tier.every }));
}
