import { KiB, MiB, minute, ms, s } from './units.ts';

/** Streams, polls beside them, controls, and what the screen says of a report (semantics, interfaces). */
export const liveLimits = {
  streamComment: 15 * s,
  streamDetect: 5 * s,
  /** An ended stream may take so long to read what was sent; then its line is cut. */
  streamEnd: 5 * s,
  /** How often the store is asked what a lost message may have hidden, and how far back beyond the last time. */
  missedVersions: { every: 2 * s, overlap: 10 * s },
  /** Rights that could not be read are tried again. */
  rightsRetry: 1 * s,
  /** Lists, groups or accounts that are read for one turn of the event loop. */
  rightsPage: 500,
  /** Changed lists, groups, accounts and names in them that are put in place at once; for more rights are built beside. */
  rightsAtOnce: 5000,
  /** Nothing read for so long, comments included, and the line is taken for dead. */
  streamSilent: 20 * s,
  /** Waits between attempts, doubling: after a cut, and where a proxy buffers or the server refuses. */
  streamRetry: { cut: { first: 500 * ms, most: 5 * s }, muted: { first: 5 * s, most: 60 * s } },
  /** After an outage the stream is tried before a poll: deltas cost less than whole reports. */
  streamHeadStart: 1 * s,
  /** A shared worker that does not answer is not there. */
  workerAnswer: 2 * s,
  /** A tab that has a stream for itself lets it go when it is hidden for so long. */
  hiddenLine: 5 * s,
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
  publisherSilent: { gaps: 3, versions: 10, atLeast: 60 * s },
  /** How fine the silence of a publisher is told, and how often it is told anew. */
  silenceStep: 1 * minute,
  changeFlash: 1.2 * s,
  changeNote: 5 * s,
  /** Of the debug log; the oldest go. */
  debugLines: 500,
  /** Work of the page that can wait is done by then; in a browser that knows no idle moments, after a frame. */
  idleWork: { latest: 500 * ms, unasked: 16 * ms },
  maxWatched: 50,
  maxStreamsPerUser: 40,
  /** Owners of open streams that are looked up at once. */
  keptAtOnce: 50,
  smallDelta: 64 * KiB,
  /** Characters of one stream event that a client reads; beyond it fetches instead. */
  maxStreamEvent: 4 * MiB,
  /** Tabs of one browser that share a stream. */
  maxStreamTabs: 200,
} as const;
