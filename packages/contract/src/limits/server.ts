import { hour, KiB, MiB, minute, ms, s } from './units.ts';

/** The server as a process, the callers it knows, and what it takes of a report. */
export const serverLimits = {
  /** Users that one list of members shows. */
  membersShown: 20_000,
  compressFrom: 8 * KiB,
  maxReport: 20 * MiB,
  maxControls: 10_000,
  /** Cells that one publish of cells may change; more is published whole. */
  changedCells: 25_000,
  maxMetadata: 64 * KiB,
  maxPublishRate: 200,
  /** Work that no request bounds goes on for so long before whatever else is due gets its turn. */
  slice: 2 * ms,
  /** Connections that wait to be taken, as far as the system lets them: many viewers come back at once. */
  backlog: 16_384,
  /** A clock that is this much ahead of a watch was set. */
  clockStep: 30 * s,
  sweepEvery: 10 * minute,
  /** How long the store and the bus may take to say that they are up, and how long that is believed. */
  readinessWait: 3 * s,
  readinessKept: 1 * s,
  /** How a server leaves: `shared` is how long it takes where others take its viewers over, unless set. */
  drain: {
    shared: 10 * s,
    /** First nothing ends, until balancers have seen that the server is not ready: a part of the time, at most so long. */
    notice: { part: 1 / 3, most: 5 * s },
    /** So finely the ends of streams are spread over the rest. */
    look: 50 * ms,
    /** When an ended stream comes back: after so long and a part of the spread by chance. */
    comeBack: { first: 100 * ms, spread: 300 * ms },
  },
  /** A stop waits this long for answers under way. */
  stopWait: 10 * s,
  /** Spans on their way to a collector: how many there are at most, how many go at once and how often; bytes of a text. */
  tracing: {
    waiting: 2048,
    batch: 512,
    every: 1 * s,
    text: 256,
    /** How long a batch may take with all its tries, unless set, and how long beyond that it is waited for. */
    tryFor: 10 * s,
    grace: 1 * s,
    /** How long a server that stops waits for the last ones. */
    flush: 2 * s,
  },
  /** Requests that a client may send on a line before the one under way was answered. */
  requestsAhead: 16,
  /** Requests of many lines begin in one turn of the event loop for so long. */
  requestsSlice: 8 * ms,
  /** An idle line is kept for the next request: longer than balancers keep it, so that they are not cut off mid-way. */
  lineKept: 72 * s,
  /** A client that takes nothing of a long answer for so long is cut off. */
  answerStall: 60 * s,
  /** From the first byte of a request to its last. */
  requestTime: 120 * s,
  /** A command of the operator, on its socket. */
  controlLineWait: 30 * s,
  /** Any one check of `sheetwire doctor`. */
  doctorCheck: 10 * s,
  /** Daily snapshots (semantics 6). */
  snapshots: {
    /** The longest sleep of the scheduler: a clock that was set and a message that was lost are noticed within it. */
    look: 30 * s,
    /** The shortest one. */
    least: 50 * ms,
    /** After a fault of the store. */
    retry: 5 * s,
    /** Captures that one server makes at once, and how many it claims at a time. */
    atOnce: 4,
    claim: 4,
    /** A server that died holds what it claimed no longer than this; one that lives renews it so often. */
    lease: 15 * s,
    renew: 5 * s,
    tries: 5,
    /** Settings whose due reports are written down in one transaction. */
    expand: 100,
    /** What was due within so long before is made up for after a server was down; earlier days are missed. */
    catchUp: 7 * 24 * hour,
    /** A due instant further ahead than this may be one that a wrong clock planned: it is planned anew. */
    ahead: 25 * hour,
    /** What was due already may lie so far ahead of a clock that was set back; further ahead it never was. */
    setBack: 24 * hour,
    /** Captures later than this are told from those in time. */
    late: 1 * minute,
  },
  maxBody: 64 * KiB,
  /** What still comes of a body that was refused is read, so that the answer arrives: so many bytes, and so long without one. */
  refusedBody: { bytes: 256 * MiB, silence: 10 * s },
  /** What one request may take of the event loop in a turn (quality, Speed). */
  loopTurn: 50 * ms,
  /** The longest delay of the event loop is told of the last one to two of these. */
  longestDelay: 1 * minute,
  /** Bodies that are received, unpacked and parsed at once: bytes of the server, and of one user with all credentials. */
  work: {
    server: 512 * MiB,
    caller: 192 * MiB,
    /** Bytes of all callers without a user: their calls are small, and nobody else is to wait for them. */
    strangers: 64 * MiB,
    /** Largest bodies that fit at once, where a setting allows larger reports. */
    bodies: { server: 8, caller: 3 },
    /** Bodies up to this are not counted: they wait by the thousand for their turn at a topic. */
    from: 4 * KiB,
    /** A client whose body comes in more chunks than `from`, of fewer bytes than `least` on average, is cut off. */
    chunks: { from: 1000, least: 16 },
    /** A longer body is read in a turn of the event loop of its own. */
    long: 16 * KiB,
    /** Answers up to this are not counted, nor waited for: a line holds them. */
    answer: 64 * KiB,
    /** What parsing a body takes, beside the body: its texts again, and what becomes of them. */
    parsed: 2,
    /** To copy or join more than this is a turn of the event loop of its own. */
    turn: 1 * MiB,
    /** Bytes of a file that are copied or hashed before the clock is looked at. */
    piece: 256 * KiB,
  },
  /** Callers whose rate or record is held in memory at once. */
  maxKnownCallers: 20_000,
  /** A change of rights that meets another one is worked out anew this often. */
  rightsTries: 10,
  /** A list of what somebody administers is told again so long after it changed: several tabs ask in turn. */
  adminedTold: 10 * s,
  /** Logins whose last list of what they administer is remembered, each for so long after it asked. */
  adminedKept: 1 * minute,
  maxAdmins: 20_000,
  /** Unpacked bytes of a call that carries lists of principals. */
  principalsBody: 1 * MiB,
  /** Threads that clean long pages; one more is for viewers and for short publishes alone. */
  cleanThreads: 4,
  /** How often the heap of a busy thread is looked at, and what V8 lets it have beyond its bound (MiB). */
  threadHeap: { look: 50 * ms, room: 1024 },
  /** Changed cells of a whole report, and characters in them, that are worked out from its bytes; more is cleaned whole. */
  byBytes: { cells: 2000, text: 64 * KiB },
  /** A packed page that grows more than `ratio` times is refused once it is past `from`. */
  unpack: { ratio: 400, from: 4 * MiB },
  /** Characters of a step that is told and kept as one; a longer one is a whole report. */
  maxDelta: 1 * MiB,
  /** Changes of such a step. */
  maxDeltaOps: 25_000,
  /** What JSON adds to the pages of a publish: escapes, names, styles. */
  publishOverhead: 8 * MiB,
} as const;
