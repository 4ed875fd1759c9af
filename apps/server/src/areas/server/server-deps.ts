import type { Health } from '#http/figures/health.ts';
import type { Metrics } from '#http/figures/metrics.ts';
import type { Clock } from '#ports/clock.ts';
import type { RecentDurations } from './recent-durations.ts';

/** What the calls of the server itself need. */
export interface ServerDeps {
  readonly metrics: Metrics;
  readonly recent: Pick<RecentDurations, 'since'>;
  readonly clock: Clock;
  /** Its name in the network. */
  readonly host: string;
  readonly health: () => Promise<Health>;
}
