import { hour, KiB, MiB, ms, s } from './units.ts';

/** The store and the bus (architecture, decisions 2 and 3). */
export const storeLimits = {
  store: {
    /** A new keyframe is due past so much replay, or past `keyframeRatio` times the last one but `keyframeBytes` at least. */
    keyframeReplay: 4096,
    keyframeRatio: 4,
    keyframeBytes: 256 * KiB,
    /** A row op costs a scan of its page, so it counts as so many cell deltas. */
    rowReplay: 16,
    /** A resume over more than this is a fetch of the whole report. */
    maxSteps: 1024,
    /** Reports whose newest hash is remembered. */
    hashesKept: 20_000,
    /** Rows, and bytes of them, whose seals are checked in one turn of the event loop. */
    sealsAtOnce: 256,
    sealBytesAtOnce: 4 * MiB,
    maxStepBytes: 8 * MiB,
    /** Characters of the texts of its steps, unpacked. */
    maxStepText: 8 * MiB,
    /** Bytes of one of them, unpacked: its text may be escaped. */
    maxStepUnpacked: 32 * MiB,
    /** Bodies from `packFrom` are compressed, from `packAside` off the main thread. */
    packFrom: 2 * KiB,
    packAside: 64 * KiB,
    /** No body that is stored unpacks to more; a report holds at most `maxReport`. */
    maxUnpacked: 128 * MiB,
    /** A step counts as one cell delta more for each so much of its text, however well it packs. */
    replayText: 16 * KiB,
    /** The thread that replays: its time for one report, and its memory (MiB). */
    replayTime: 30 * s,
    replayMemory: 1024,
    packLevel: 3,
    snapshotLevel: 9,
    batch: 256,
    batchBytes: 32 * MiB,
    maxWaiting: 20_000,
    maxWaitingBytes: 512 * MiB,
    pruneChunk: 1000,
    /** Versions whose reports are asked for at once: the embedded store answers on the main thread. */
    versionsAsked: { sqlite: 1000, postgres: 20_000 },
    /** Topics whose heads are asked for in one question. */
    headsAsked: 500,
    sweepChunk: 100,
    throttleKept: 24 * hour,
    versionHours: 24,
    /** Connections of a server to PostgreSQL by what they are for, unless set: none waits for those of another. */
    connections: { publishing: 4, reading: 4, signIn: 3 },
    connectWait: 5 * s,
    statementWait: 60 * s,
    /** An upgrade of the store waits so long for whoever else uses a table. */
    upgradeWait: 15 * s,
    /**
     * The database is asked so often whether it is there, and is away once it said nothing to so many questions, or to fewer
     * where versions have not been looked for in it for too long.
     */
    presence: { every: 1 * s, unanswered: 4, overdue: 2 },
    /** Who is told that the store is away is to come again so soon. */
    retryAfter: 2 * s,
    /** A transaction that the database turned back for another's sake is run so often in all. */
    tries: 5,
    readerWait: 5 * s,
    journalBytes: 64 * MiB,
    dumpRows: 500,
    /** How long servers that were just stopped may still be seen in the database. */
    serversGone: 3 * s,
    serversLook: 100 * ms,
    /** Stores before a restore that are kept beside each other; after these a restore is refused. */
    formerStores: 100,
    /** Names that were numbered are told one by one up to so many. */
    namesTold: 100,
  },
  bus: {
    /** Over NOTIFY there is so much between two sendings; what comes meanwhile is gathered. */
    gather: 20 * ms,
    /** The same over NATS, which waits for no database. */
    natsGather: 10 * ms,
    /** Gaps are told of as one when they come within so much. */
    gatherGaps: 100 * ms,
    /** The news of a version waits for others so long where what changed goes to those who follow the topic. */
    news: 50 * ms,
    /** Bytes of one message: PostgreSQL takes no more, and NATS must take as many; by itself it would take 1 MiB. */
    payload: 7900,
    natsPayload: 256 * KiB,
    /** What changed goes with the news of a version up to so much. */
    delta: 64 * KiB,
    /** Topics that a server follows by themselves on NATS; beyond, it follows all. */
    followed: 10_000,
    /** A topic that nobody watches any more is followed so long. */
    forgetAfter: 30 * s,
    maxWaiting: 10_000,
    /** Versions of all topics that wait to be told, with what changed in each: more come while the line is down. */
    maxChanges: 1000,
    ping: 2 * s,
    answer: 3 * s,
    reconnect: { first: 100 * ms, most: 2 * s },
    /** A server says so often that it is there, over NOTIFY with each ping; and counts of whom nothing came meanwhile. */
    beat: 1 * s,
    /** After so many beats without a word the messages of a server may be lost; after more it is taken to have ended. */
    silent: { mute: 4, ended: 30 },
    /** Servers that are listened for: far more than there are. */
    maxPeers: 1000,
    /** What a server says on NATS that was not heard before is believed when it was sent so recently, by both clocks. */
    recent: 30 * s,
  },
} as const;
