import { minute, ms, s } from '../units.ts';

/** Comparing two versions of a report, and what changed since the reader's last look. */
export const compareLimits = {
  /** Differences of one page that are listed; the others are marked and counted. */
  compareListed: 5000,
  /** Cells of one side beyond which a report is not compared. */
  compareCells: 500_000,
  /** Cells of a compared page that are drawn at once, the others in turns: more where they give the columns their widths. */
  compareAtOnce: { measured: 2000, unmeasured: 10_000 },
  /** How long a comparison may take. */
  compareTime: 60 * s,
  /** A report that was on screen so long was looked at. */
  lookVisible: 3 * s,
  /** The look begins when the browser has nothing else to do, or after so long; it works in parts of that kind. */
  lookStart: 2 * s,
  lookIdle: 500 * ms,
  /** Coming back after so long is another visit; sooner, a reload say, it is the same one with the same marks. */
  lookAway: 15 * minute,
  /** Reports of which the last look is remembered in a browser, and how many cells of one. */
  lookTopics: 50,
  lookCells: 100_000,
} as const;
