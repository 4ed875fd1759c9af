import { hour, KiB, MiB, ms, s } from './units.ts';

/** The command line, and the demo. */
export const commandLineLimits = {
  // Command line.
  fileStable: 300 * ms,
  fileStat: 100 * ms,
  /** A file that never stays the same is read as it stands after so long. */
  fileUnrest: 2 * s,
  filePoll: 2 * s,
  fileRetry: { tries: 4, wait: 500 * ms },
  publishCall: 60 * s,
  publishRetry: { first: 1 * s, most: 30 * s },
  /** So long a publish that is made once tries again. */
  publishPatience: 30 * s,
  maxSourceFile: 256 * MiB,
  gzipFrom: 1 * KiB,
  /** A folder whose files are published, each as a report. */
  folder: {
    files: 10_000,
    /** Of any kind, with those that are left out. */
    entries: 200_000,
    depth: 16,
    /** Folders that the system is asked to tell of; changes in others are found by looking. */
    watched: 2000,
    /** Files that are read and sent side by side; files that go through LibreOffice have a lane of their own. */
    lanes: 3,
    officeLanes: 1,
    /** Looks at which a file may differ before it is taken as it stands. */
    unsettled: 16,
    /** The pause between two looks of which nothing asked for the second, by the time that one takes. */
    pollShare: 50,
    /** The same, while things change. */
    busyShare: 4,
    /** Characters of pages that are kept, so that the next save of their file goes as cells. */
    remembered: 128 * MiB,
    /** A report that was refused is tried again after this, as rights may have come back. */
    askAgain: 60 * s,
    stateSave: 1 * s,
    stateBeat: 10 * s,
    /** A publisher that did not write its state for so long is not running. */
    stateOld: 60 * s,
    /** What a run that was killed left is told for so long. */
    deadKept: 72 * hour,
    /** Files that are gone and are still listed. */
    goneKept: 200,
  },

  // Demo.
  demoTick: 1 * s,
  demoSave: 10 * s,
  demoWhole: 120 * s,
  demoEnd: 10 * s,
  /** How soon a program under npm notices that npm was killed. */
  parentLook: 500 * ms,
} as const;
