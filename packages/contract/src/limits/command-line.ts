import { KiB, MiB, ms, s } from './units.ts';

/** The command line, and the demo. */
export const commandLineLimits = {
  // Command line.
  fileStable: 300 * ms,
  fileStat: 100 * ms,
  filePoll: 2 * s,
  fileRetry: { tries: 4, wait: 500 * ms },
  officeConvert: 120 * s,
  publishCall: 60 * s,
  publishRetry: { first: 1 * s, most: 30 * s },
  /** So long a publish that is made once tries again. */
  publishPatience: 30 * s,
  maxSourceFile: 256 * MiB,
  gzipFrom: 1 * KiB,

  // Demo.
  demoTick: 1 * s,
  demoSave: 10 * s,
  demoWhole: 120 * s,
  demoEnd: 10 * s,
  /** How soon a program under npm notices that npm was killed. */
  parentLook: 500 * ms,
} as const;
