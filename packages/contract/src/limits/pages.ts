import { MiB, minute, ms, s } from './units.ts';

/** What the pages wait for and how often they ask: spec 9 in the order of its table, then spec 4, Report polling loop. */
export const pageLimits = {
  // Spec 9, in the order of its table.
  reportPollTick: 250 * ms,
  topicGrace: 1.5 * s,
  topicRefresh: { desktop: 10 * s, mobile: 30 * s },
  topicRetry: { desktop: 1 * s, mobile: 3 * s },
  topicFullRefresh: 150 * s,
  adminPoll: { desktop: 400 * ms, mobile: 3 * s },
  usersPoll: { desktop: 400 * ms, mobile: 4 * s },
  /** What no id names and, without the stream, nothing tells of is asked again this often. */
  untoldPoll: 4 * s,
  authWait: 400 * ms,
  sessionRetry: { desktop: 250 * ms, mobile: 500 * ms },
  sessionTries: 5,
  sessionErrorRetry: 3 * s,
  /** Between two redirects to the sign-on address. */
  ssoRetry: 30 * s,
  /** Characters of an address that a sign-in leads back to. */
  returnPath: 2000,
  /**
   * Before each load of a page that is refused though the server names its user, who is logged out after the last; a page
   * that was not refused for so long starts anew.
   */
  refusedLoads: [0, 3 * s],
  refusedKept: 30 * s,
  keyPoll: 250 * ms,
  /** Looks at the members of a group that others change at the same time, before the caller is told. */
  membersTries: 5,
  principalClear: { desktop: 1 * s, mobile: 5 * s, groups: 200 * ms },
  principalOptions: 5000,
  /** Reports in one answer to the Publishing page. */
  publishingPage: 100,
  /** Versions of a report that are told one by one, when nothing is said and at most. */
  publishedVersions: {
    usual: 20,
    most: 500,
    /** Versions whose changes are remembered as counted, and how many, of how many bytes, are counted at once. */
    countsKept: 20_000,
    countedAtOnce: 64,
    countedBytes: MiB,
  },
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
  /** A report that takes longer to be drawn, or stops the tab, is not opened by itself again. */
  slowDrawing: 5 * s,
  /** Of the add-in, for administered reports. */
  firstAddinVersion: '1.2.0',
  chunkLoad: 120 * s,
  /** Within it: waits for a server that is away, and how often what does not come from one that answers is asked for again. */
  chunkRetry: { first: 500 * ms, most: 5 * s },
  chunkRefusals: 2,

  // Spec 4, Report polling loop.
  pollWrap: 20,
  pollFast: { within: 10 * s },
  pollMedium: { within: 120 * s, ticks: 4 },
  pollSlow: { ticks: 10 },

  /** Names in one question for figures of the server. */
  maxFigureNames: 100,
  /** Rows of the audit log in one answer. */
  auditPage: 200,
} as const;
