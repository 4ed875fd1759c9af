import { MiB, minute, ms, s } from './units.ts';

/** Streams, polls beside them, controls, and what the screen says of a report (semantics, interfaces). */
export const liveLimits = {
  streamDetect: 5 * s,
  /** Several servers behind a balancer: so often the one is looked for that has the stream. */
  watchTries: 12,
  /** Beyond so many reports that came to or left somebody's list it is asked for anew, within so long by chance. */
  topicsTold: { most: 500, within: 3 * s },
  /** Nothing read for so long, comments included, and the line of a server that promises no beat is taken for dead. */
  streamSilent: 20 * s,
  /**
   * Three beats of a report that ticks each second: who has heard nothing for so long, and a little more by chance, asks,
   * and waits so long for an answer. Whatever says that the screen is current is over then.
   */
  lineQuiet: 3 * s,
  lineSpread: 250 * ms,
  lineAnswer: 2 * s,
  lineTruth: 5.25 * s,
  /** A poll that is so old proves nothing: a little more, for by then a line on which nothing came is told as lost. */
  pollTruth: 5.75 * s,
  /**
   * A version that was on its way for longer makes the line suspect, beside what clocks may differ by; the server is asked
   * what is newest then, more rarely each time that the suspicion was wrong.
   */
  lineLag: { most: 2.5 * s, ask: { first: 2 * s, most: 60 * s } },
  /** A tab is told so often that its line lives, when there is nothing else to tell. */
  lineTold: 500 * ms,
  /** A line that was lost is being found again for so long; then it is said to be down. */
  lineFinding: 5 * s,
  /** Waits between attempts, doubling: after a cut, and where a proxy buffers or the server refuses. */
  streamRetry: { cut: { first: 500 * ms, most: 5 * s }, muted: { first: 5 * s, most: 60 * s } },
  /** So many attempts without a greeting are taken for an outage where streams came through before, then for a proxy. */
  outageTries: 12,
  /** After an outage the stream is tried before a poll: deltas cost less than whole reports. */
  streamHeadStart: 1 * s,
  /** A shared worker that does not answer is not there. */
  workerAnswer: 2 * s,
  /** A tab that has a stream for itself lets it go when it is hidden for so long. */
  hiddenLine: 5 * s,
  /** A known newer version that is not there yet does not make the screen late before this. */
  liveGrace: 2 * s,
  /** Between failed polls, doubling. */
  pollRetry: { first: 250 * ms, most: 5 * s },
  /** An answer that takes longer is taken for lost. */
  callAnswer: 20 * s,
  /** The same of what a page asks for or saves, which may take the server long, such as a comparison. */
  longAnswer: 60 * s,
  /** The same of a question for the session alone, which is small: longer after each that was not answered in time. */
  checkAnswer: 5 * s,
  controlWait: 25 * s,
  publisherSilent: { gaps: 3, versions: 10, atLeast: 60 * s },
  /** Versions that make a beat, and the longest usual time between two of them; what comes less often is told by its age. */
  publisherBeat: { versions: 3, most: 5 * minute },
  /** How fine the silence of a publisher is told, and how often it is told anew. */
  silenceStep: 1 * minute,
  changeFlash: 1.2 * s,
  changeNote: 5 * s,
  /** Of the debug log; the oldest go. */
  debugLines: 500,
  /** Work of the page that can wait is done by then; in a browser that knows no idle moments, after a frame. */
  idleWork: { latest: 500 * ms, unasked: 16 * ms },
  maxWatched: 50,
  /** Characters of one stream event that a client reads; beyond it fetches instead. */
  maxStreamEvent: 4 * MiB,
  /** Tabs of one browser that share a stream. */
  maxStreamTabs: 200,
} as const;
