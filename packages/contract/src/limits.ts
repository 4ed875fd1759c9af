const ms = 1;
const s = 1000 * ms;
const minute = 60 * s;
const hour = 60 * minute;
const KiB = 1024;
const MiB = 1024 * KiB;

/** Every duration (ms), size (bytes) and count of the product, with its clause. */
export const limits = {
  // Spec 9, in the order of its table.
  reportPollTick: 250 * ms,
  topicGrace: 1.5 * s,
  topicRefresh: { desktop: 10 * s, mobile: 30 * s },
  topicRetry: { desktop: 1 * s, mobile: 3 * s },
  topicFullRefresh: 150 * s,
  adminPoll: { desktop: 400 * ms, mobile: 3 * s },
  usersPoll: { desktop: 400 * ms, mobile: 4 * s },
  authWait: 400 * ms,
  sessionRetry: { desktop: 250 * ms, mobile: 500 * ms },
  sessionTries: 5,
  sessionErrorRetry: 3 * s,
  /** Between two redirects to the sign-on address. */
  ssoRetry: 30 * s,
  keyPoll: 250 * ms,
  principalClear: { desktop: 1 * s, mobile: 5 * s, groups: 200 * ms },
  principalOptions: 5000,
  decompressChunk: 8192,
  recentRows: { desktop: 10, mobile: 4 },
  passwordAccountMinLength: 12,
  typingPause: 450 * ms,
  midEntryReset: 1.75 * s,
  midEntryRecheck: 2 * s,
  unsentScan: 250 * ms,
  refreshAfterUpdate: 250 * ms,
  idleEditNotice: 1 * s,
  controlRetry: 500 * ms,
  tabChangeDelay: 50 * ms,
  addinToken: 10 * minute,
  reappearance: 30 * s,
  chunkLoad: 120 * s,

  // Spec 4, Report polling loop.
  pollWrap: 20,
  pollFast: { within: 10 * s },
  pollMedium: { within: 120 * s, ticks: 4 },
  pollSlow: { ticks: 10 },

  // Semantics and interfaces.
  streamComment: 15 * s,
  streamDetect: 5 * s,
  controlAck: 5 * s,
  midEditLease: 5 * s,
  publisherLease: 30 * s,
  controlWait: 25 * s,
  seatIdle: 15 * minute,
  sessionIdle: 12 * hour,
  sessionLife: 30 * 24 * hour,
  storedInfoGrace: 30 * s,
  loginFailures: { perPair: 10, within: 15 * minute, perUser: 50, perUserWithin: 1 * hour },
  setPasswordKey: 72 * hour,
  resetPasswordKey: 1 * hour,
  publisherSilent: { gaps: 3, versions: 10, atLeast: 60 * s },
  maxRecents: 50,
  changeFlash: 1.2 * s,

  // Command line.
  fileStable: 300 * ms,
  fileStat: 100 * ms,
  filePoll: 2 * s,
  fileRetry: { tries: 4, wait: 500 * ms },
  officeConvert: 120 * s,
  publishCall: 60 * s,
  publishRetry: { first: 1 * s, most: 30 * s },
  maxSourceFile: 256 * MiB,
  gzipFrom: 1 * KiB,

  // Sizes and counts.
  maxText: 1000,
  maxPrincipals: 20_000,
  maxNesting: 200,
  compressFrom: 8 * KiB,
  maxReport: 20 * MiB,
  maxPages: 100,
  maxCells: 500_000,
  maxMetadata: 64 * KiB,
  maxStyles: 4096,
  maxPublishRate: 200,
  maxBody: 64 * KiB,
  maxLinkedFile: 20 * MiB,
  maxWatched: 50,
  maxStreamsPerUser: 40,
  /** Callers whose rate or record is held in memory at once. */
  maxKnownCallers: 20_000,
  smallDelta: 64 * KiB,

  // Cleaning of page HTML (safety 1): a page beyond `nodes` or `spanned` is refused, a value beyond its cap is dropped.
  maxDepth: 200,
  clean: {
    nodes: 2_500_000,
    /** Cells that spans may cover in a page, each counted whole. */
    spanned: 5_000_000,
    columnSpan: 1000,
    rowSpan: 10_000,
    styleLength: 4000,
    stylesKept: 2000,
    cssNumber: 100_000,
    cssCount: 1000,
    options: 2000,
    idLength: 128,
    /** Depth within one cell, so that its page stays within `maxDepth`. */
    cellDepth: 100,
    linkLength: 4000,
    /** Longer pages are cleaned on a worker, `queue` of them at most waiting, each within `time` and `memory` (MiB). */
    inline: 100 * KiB,
    queue: 64,
    time: 20 * s,
    memory: 1536,
  },
  /** A packed page that grows more than `ratio` times is refused once it is past `from`. */
  unpack: { ratio: 400, from: 4 * MiB },
} as const;
