import type { Op } from '@sheetwire/contract/live';
import type { ReportState } from '../report-state.ts';

/** The next content of a report; without ops viewers fetch it whole. Version, time and sender are set by the engine. */
export interface Computed {
  readonly state: ReportState;
  readonly ops: readonly Op[] | undefined;
  /** What was set in the pages in place, where viewers fetch the report all the same. */
  readonly made?: readonly Op[] | undefined;
}
