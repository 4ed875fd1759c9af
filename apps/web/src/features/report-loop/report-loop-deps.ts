import type { Clock } from '@sheetwire/client/clock';
import type { DriverEvents, ReportSink } from '#features/viewer-ports.ts';
import type { CircumstancesDeps } from './circumstances.ts';
import type { DrawableDeps } from './report-fetch.ts';

/** What the report loop works with. */
export interface ReportLoopDeps extends DrawableDeps, CircumstancesDeps {
  readonly clock: Clock;
  readonly chance: () => number;
  readonly sink: ReportSink;
  readonly events: DriverEvents;
}
