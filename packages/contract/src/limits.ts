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
  /** Between two loads of a page whose session another tab replaced. */
  sessionReplacedRetry: 30 * s,
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
  /** An ended stream may take so long to read what was sent; then its line is cut. */
  streamEnd: 5 * s,
  /** How often the store is asked what a lost message may have hidden, and how far back beyond the last time. */
  missedVersions: { every: 2 * s, overlap: 10 * s },
  pruneEvery: 10 * minute,
  /** Nothing read for so long, comments included, and the line is taken for dead. */
  streamSilent: 20 * s,
  /** Waits between attempts, doubling: after a cut, and where a proxy buffers or the server refuses. */
  streamRetry: { cut: { first: 500 * ms, most: 5 * s }, muted: { first: 5 * s, most: 60 * s } },
  /** After an outage the stream is tried before a poll: deltas cost less than whole reports. */
  streamHeadStart: 1 * s,
  /** A shared worker that does not answer is not there. */
  workerAnswer: 2 * s,
  /** A known newer version that is not there yet does not make the screen late before this. */
  liveGrace: 2 * s,
  /** Without a stream, the longest time for which an answer proves the report to be the newest (spec 4: 21 ticks on mobile). */
  pollStale: 8 * s,
  /** Between failed polls, doubling. */
  pollRetry: { first: 250 * ms, most: 5 * s },
  /** An answer that takes longer is taken for lost. */
  callAnswer: 20 * s,
  controlAck: 5 * s,
  midEditLease: 5 * s,
  publisherLease: 30 * s,
  controlWait: 25 * s,
  seatIdle: 15 * minute,
  sessionIdle: 12 * hour,
  sessionLife: 30 * 24 * hour,
  storedInfoGrace: 30 * s,
  loginFailures: { perPair: 10, perAddress: 100, within: 15 * minute, perUser: 50, perUserWithin: 1 * hour },
  setPasswordKey: 72 * hour,
  resetPasswordKey: 1 * hour,
  changeEmailKey: 1 * hour,
  /** Mails of a forgotten password: for one email address, and asked for from one client address. */
  resetMails: { perEmail: 3, perClient: 20, within: 1 * hour },
  /** Changes of email that one user may ask for. */
  emailChanges: { most: 5, within: 1 * hour },
  /** A mail is begun at a random moment within this, so that no later answer tells whether one was due; so many may wait. */
  mailStart: { within: 1 * s, waiting: 1000 },
  /** The look at a key that one client address has at once, and behind them in line. */
  keyLooks: { atOnce: 4, waiting: 100 },
  /** Passwords are judged on a thread by their first characters; the thread ends when it has nothing to do. */
  passwordCheck: { characters: 40, score: 3, time: 10 * s, waiting: 20, perUser: 4, idle: 60 * s, contextWord: 4 },
  /** A waiting user keeps the place in line for a seat this long between two calls. */
  seatPlaceKept: 15 * s,
  /** How often the store is told of somebody who waits for a seat, and how long one look at the free seats is believed. */
  seatTold: 5 * s,
  seatLook: 100 * ms,
  /** A clock that is this much ahead of a watch was set. */
  clockStep: 30 * s,
  /** How long a node trusts what it read of a session or bearer; ended ones are told at once by message. */
  identityCache: 5 * s,
  /** A session's last call is written at most this often. */
  seenEvery: 1 * minute,
  storedInfoIdle: 30 * 24 * hour,
  storedInfoLife: 90 * 24 * hour,
  tokensPerUser: { most: 60, within: 1 * hour },
  sweepEvery: 10 * minute,
  /** How long the store and the bus may take to say that they are up, and how long that is believed. */
  readinessWait: 3 * s,
  readinessKept: 1 * s,
  /** A stop waits this long for answers under way. */
  stopWait: 10 * s,
  /** From the first byte of a request to its last. */
  requestTime: 120 * s,
  /** A command of the operator, on its socket. */
  controlLineWait: 30 * s,
  /** A mail server's greeting, each of its answers, and a whole mail; then the mail is tried again later. */
  mailWait: 5 * s,
  mailSend: 60 * s,
  /** Between two tries of one mail, doubling; after `mailLife` it is given up. */
  mailRetry: { first: 1 * minute, most: 1 * hour },
  mailLife: 24 * hour,
  /** A server that took a mail on and sent nothing by then has died: another takes it. */
  mailClaim: 3 * minute,
  mailLook: 5 * s,
  /** An unused connection to the mail server stays open so long; a stop waits so long for mails under way. */
  mailIdle: 30 * s,
  mailStop: 3 * s,
  /** Any one check of `sheetwire doctor`. */
  doctorCheck: 10 * s,
  publisherSilent: { gaps: 3, versions: 10, atLeast: 60 * s },
  maxRecents: 50,
  /** How fine the silence of a publisher is told, and how often it is told anew. */
  silenceStep: 1 * minute,
  changeFlash: 1.2 * s,
  changeNote: 5 * s,

  // Windows sign-in.
  windows: {
    /** Base64 of a ticket with many groups, and all headers of a request that brings one. */
    token: 64 * KiB,
    headers: 96 * KiB,
    /** Tickets that are checked at once, and how many wait; how long one may take with its wait. */
    atOnce: 2,
    waiting: 100,
    wait: 5 * s,
    /** A browser that could not sign in by Windows is not asked again so long. */
    quiet: 5 * minute,
    /** The same line goes to the log at most so often. */
    noteEvery: 10 * minute,
    notesKept: 1000,
  },

  // Single sign-on.
  sso: {
    /** From leaving for the provider to coming back. */
    transaction: 10 * minute,
    /** From our logout to the provider's. */
    logoutTicket: 5 * minute,
    /** One answer of the provider, to its last byte. */
    answer: 5 * s,
    answerBytes: 512 * KiB,
    /** How far the clocks of provider and portal may be apart. */
    clockTolerance: 60 * s,
    /** Nobody is sent to a provider that was not seen to answer so lately; one that did not is left alone for a moment. */
    descriptionKept: 10 * s,
    descriptionRetry: 2 * s,
    keysKept: 10 * minute,
    /** A key that is not known is looked for again so soon after the last time. */
    keysRetry: 5 * s,
    logoutTokenAge: 2 * minute,
    logoutTokenBytes: 16 * KiB,
    /** An id token that is longer is no hint of a logout address. */
    hintLength: 6000,
    returnPath: 2000,
    /** Sign-ins of one address, which may be that of a whole company. */
    starts: { most: 600, within: 1 * minute },
  },

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

  // Demo.
  demoTick: 1 * s,
  demoSave: 10 * s,
  demoWhole: 120 * s,
  demoReadyPoll: 100 * ms,
  demoEnd: 10 * s,

  // Workbooks: hostile input (safety 3). Beyond a cap the file is refused with a sentence, not read in part.
  workbook: {
    /** The reader's own work, and how long a busy machine may let it wait. */
    readTime: 4.5 * s,
    readWait: 30 * s,
    /** Heap of the reader's thread; with what lies outside it the whole stays below 512 MiB. */
    heapMiB: 288,
    youngHeapMiB: 32,
    zipEntries: 20_000,
    /** All parts that are read, unpacked. */
    unpacked: 256 * MiB,
    /** One part other than a sheet or the shared texts. */
    smallPart: 32 * MiB,
    /** Unpacked to packed, for a part over `smallPart`. */
    ratio: 400,
    xmlDepth: 200,
    /** Bytes of a part without the start of an element. */
    xmlGap: 1 * MiB,
    sheets: 1000,
    cells: 750_000,
    sharedTexts: 750_000,
    merges: 200_000,
    styles: 70_000,
    names: 20_000,
    links: 70_000,
    texts: 96 * MiB,
    /** Blank cells with a look are shown so far beyond the last cell with a value. */
    blankRows: 50,
    blankColumns: 26,
    delimitedColumns: 16_384,
    areas: 100,
  },

  // Sizes and counts.
  maxText: 1000,
  maxPrincipals: 20_000,
  maxNesting: 200,
  compressFrom: 8 * KiB,
  maxReport: 20 * MiB,
  /** What a client unpacks at most: a portal's own setting may allow larger reports than the default. */
  maxUnpackedPage: 256 * MiB,
  maxPages: 100,
  maxCells: 500_000,
  maxMetadata: 64 * KiB,
  maxStyles: 4096,
  maxPublishRate: 200,
  maxBody: 64 * KiB,
  /** What JSON adds to the pages of a publish: escapes, names, styles. */
  publishOverhead: 8 * MiB,
  maxLinkedFile: 20 * MiB,
  maxWatched: 50,
  maxStreamsPerUser: 40,
  maxApiKeys: 100,
  /** Sessions, stored logins and add-in credentials of a user, each; beyond it the longest idle ends. */
  maxSessions: 100,
  /** Owners of open streams that are looked up at once. */
  keptAtOnce: 50,
  /** Users who ask for a license seat in one transaction. */
  seatRound: 200,
  minPassword: 12,
  maxPassword: 256,
  maxWaitingHashes: 100,
  mailConnections: 3,
  maxWaitingMails: 10_000,
  /** Threads that clean long pages. */
  cleanThreads: 4,
  /** Callers whose rate or record is held in memory at once. */
  maxKnownCallers: 20_000,
  smallDelta: 64 * KiB,
  /** Characters of one stream event that a client reads; beyond it fetches instead. */
  maxStreamEvent: 4 * MiB,
  /** Tabs of one browser that share a stream. */
  maxStreamTabs: 200,

  // The store and the bus (architecture, decisions 2 and 3).
  store: {
    /** A new keyframe is due past so much replay, or past `keyframeRatio` times the last one but `keyframeBytes` at least. */
    keyframeReplay: 4096,
    keyframeRatio: 4,
    keyframeBytes: 256 * KiB,
    /** A row op costs a scan of its page, so it counts as so many cell deltas. */
    rowReplay: 16,
    /** A resume over more than this is a fetch of the whole report. */
    maxSteps: 1024,
    maxStepBytes: 8 * MiB,
    /** Bodies from `packFrom` are compressed, from `packAside` off the main thread. */
    packFrom: 2 * KiB,
    packAside: 64 * KiB,
    packLevel: 3,
    snapshotLevel: 9,
    batch: 256,
    batchBytes: 32 * MiB,
    maxWaiting: 20_000,
    maxWaitingBytes: 512 * MiB,
    pruneChunk: 1000,
    sweepChunk: 100,
    throttleKept: 24 * hour,
    versionHours: 24,
    connections: 10,
    connectWait: 5 * s,
    statementWait: 60 * s,
    readerWait: 5 * s,
    journalBytes: 64 * MiB,
    dumpRows: 500,
  },
  bus: {
    /** Messages are gathered so long before they are sent. */
    gather: 20 * ms,
    payload: 7900,
    maxWaiting: 10_000,
    ping: 2 * s,
    answer: 3 * s,
    reconnect: { first: 100 * ms, most: 2 * s },
  },

  // The directory (architecture, decision 8).
  directory: {
    /** Between two looks at what changed. */
    every: 15 * s,
    /** A full sync that failed or was refused is tried again after so long, and after `retryFactor` times what it took. */
    retry: 30 * s,
    retryFactor: 20,
    /** Hour of the day (UTC) at which the next full sync is due. */
    fullHour: 2,
    /** A server that copies the directory and falls silent is followed by another after so long. */
    hold: 60 * s,
    /** The copy answers for a directory that cannot be reached as long as it is no older than this. */
    copyKept: 24 * hour,
    /** A copy that is unchanged says that it is fresh at most so often. */
    noteEvery: 1 * minute,
    connectWait: 5 * s,
    /** One answer of the directory: a page of people, a group. */
    answer: 60 * s,
    fullWait: 30 * minute,
    /** One look at one person at a sign-in, so many at once; after a failure the copy answers for a while. */
    live: { wait: 5 * s, atOnce: 8, waiting: 500, pause: 30 * s },
    page: 1000,
    /** People that are worked on before others have their turn. */
    part: 5000,
    people: 200_000,
    groups: 100_000,
    members: 5_000_000,
    bytes: 2048 * MiB,
    /** Steps in which a server hands out the members of one group. */
    memberRanges: 10_000,
    /** Without change numbers: how far back of the newest time seen, until nothing was newer for `quiet`. */
    overlap: 5 * minute,
    quiet: 10 * minute,
    /** A change may seem to be so far in the future. */
    clockSkew: 10 * minute,
    /** A full sync in which more than this part is missing is refused; one that is missing never is. */
    shrink: { part: 0.2, from: 2 },
    /** People with a session are looked up in so many at once, and no more than `present` in one look. */
    presentAtOnce: 100,
    present: 5000,
  },

  // Cleaning of page HTML (safety 1): a page beyond `nodes` or `spanned` is refused, a value beyond its cap is dropped.
  maxDepth: 200,
  clean: {
    nodes: 1_500_000,
    /** Elements that a page may have beside one for each of its characters. */
    fewNodes: 1000,
    /** A cleaned page may grow to `fewLength`, and to `growth` times its length. */
    fewLength: 1 * MiB,
    growth: 4,
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
    inline: 64 * KiB,
    queue: 64,
    time: 20 * s,
    memory: 1536,
  },
  /** A packed page that grows more than `ratio` times is refused once it is past `from`. */
  unpack: { ratio: 400, from: 4 * MiB },
} as const;
