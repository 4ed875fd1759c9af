import { MiB, minute, s } from '../units.ts';

/** The log of versions, and what the server works out from it for who looks at the past (time). */
export const logLimits = {
  log: {
    /** A report is silent from so long without a version, and from so many times the usual wait between two. */
    silence: 60 * s,
    silentWaits: 10,
    /** Who looks at the past of a report again so soon is on the same visit, which is noted once. */
    visit: 30 * minute,
    visits: 10_000,
    /** Characters of one value: what a cell of a workbook holds; and of all values of one answer. */
    cellText: 32_767,
    cellTexts: 4 * MiB,
    /** Keyframes that a cell is followed over for one answer. */
    walks: 200,
    /** Ops of the steps after a keyframe that are indexed by their cells, at most; from so many steps on. */
    indexedOps: 500_000,
    indexedSteps: 64,
    /** Values of a cell that are read by the index of one keyframe; where there are more, all steps are read. */
    indexHits: 500,
    /** Bytes of indexes that were read lately. */
    indexBytesKept: 32 * MiB,
    /** Indexes that wait to be written. */
    indexesWaiting: 1000,
    /** Versions are summed by parts of so long, once so many came, so many at once; reports whose versions are counted. */
    summed: minute,
    summedFrom: 2000,
    summedAtOnce: 2000,
    summedReports: 20_000,
    /** A list of fewer versions is made of the versions themselves, however short its parts. */
    readAtOnce: 10_000,
    /** Parts of a time that are thinned at once, and versions of them that are looked at in one turn of the event loop. */
    partsAtOnce: 60,
    thinnedAtOnce: 10_000,
    /** Keyframes that are looked at at once, oldest first, where all histories take more than they may. */
    segmentsAtOnce: 500,
    /** Reports that keep less than the server does are read so many at once. */
    retentionsAtOnce: 500,
    /** Versions are thinned so soon after a start. */
    firstThinning: 10 * s,
    /**
     * Steps between two versions that are told in place of the pages, and ops that they come to: to write those costs a
     * browser less than to draw the pages anew.
     */
    waySteps: 8192,
    wayOps: 50_000,
    /** Characters of these. */
    wayText: 4 * MiB,
    /** Characters of a keyframe that stays unpacked on the thread for the next who reads from it; the last two stay. */
    keptFrame: 16 * MiB,
    /** Looks that are worked out at once, of one user one at a time. */
    turns: { atOnce: 4, waiting: 256, waitingOfOne: 4 },
    /** Reports of days that were sent lately, as they were sent. */
    keptAnswers: { count: 200, bytes: 64 * MiB },
    /** A day whose snapshot is replaced while it is read is read so often. */
    snapshotReads: 3,
    /** A moment whose version goes while it is read is looked for so often. */
    looks: 3,
    /** Looks of one user a second. */
    perUser: 40,
    /** Versions of a report that are kept because it was rolled back to them; the last ones. */
    restored: 50,
    /** Tags and rollbacks that are told at once; the newest. */
    marksTold: 500,
  },
} as const;
