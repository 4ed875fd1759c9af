import type { ControlsDeps } from '#controls/controls.ts';
import type { VersionsDeps } from '#report/versions.ts';

/** What reports tell of their durations, in ms. */
export interface ReportingTimes {
  /** Every viewer of this server has a version that was published here. */
  readonly onTold: (ms: number) => void;
  readonly onKept: NonNullable<VersionsDeps['onKept']>;
  readonly onControlEnded: NonNullable<ControlsDeps['onEnded']>;
}
