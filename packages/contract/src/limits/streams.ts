import { KiB, MiB, minute, ms, s } from './units.ts';

/** Streams, and what viewers and publishers are waited for, on the server (semantics, interfaces 7). */
export const streamLimits = {
  /** A stream says something at least so often, a comment when there is nothing else; so finely that is looked at. */
  streamBeat: 2 * s,
  streamLook: 500 * ms,
  /** An ended stream may take so long to read what was sent; then its line is cut. */
  streamEnd: 5 * s,
  /** The same when the server stops or is cut off: nobody is waited for who does not read. */
  streamStop: 250 * ms,
  /**
   * A version goes to many viewers in slices that are shorter than those of other work, as one is a send for each viewer: a
   * publish waits for three of them, when it comes, before it is written and after that. A step is a lot of sends.
   */
  tellSlice: { most: 0.4 * ms, steps: 1 },
  /** Versions that are being told at once; the next is acknowledged when there are fewer. */
  toldAtOnce: 4,
  /**
   * How often the store is asked what a lost message may have hidden, how far back, and how many reports are read at once. A
   * version that was just stored may be on its way, and is waited for. One whose commit the database held up is older when it
   * can be seen: now and then a look goes far back. A look that failed is made again soon; the last one is
   * too old to vouch for what viewers are shown after so long, and in doubt before.
   */
  missedVersions: {
    every: 2 * s,
    overlap: 10 * s,
    farBack: { every: 15 * s, overlap: 5.5 * minute },
    atOnce: 3,
    onItsWay: 100 * ms,
    again: 500 * ms,
    doubts: 3 * s,
    vouches: 4.5 * s,
  },
  /**
   * A version that is known and not read: so long after, viewers are told, which is looked at so often, and so long after no
   * call for the report is answered by what is in memory. So many of a report are told apart.
   */
  unread: { told: 2 * s, every: 500 * ms, answered: 100 * ms, most: 8 },
  /**
   * What a viewer lacks is read for so long, and so often while newer versions come; then it is told to fetch. So many bytes
   * of what was made for one are kept for the others.
   */
  catchUp: { within: 1 * s, reads: 4, shared: 16 * MiB },
  /** Rights that could not be read are tried again. */
  rightsRetry: 1 * s,
  /** Who holds a report that it may not watch, by the word of a server that had not heard yet, is told so again. */
  rightsAgain: 250 * ms,
  /** Lists, groups or accounts that are read for one turn of the event loop. */
  rightsPage: 500,
  /** Names of lists or groups that the store reads for one turn; who has this many is read alone. */
  rightsPart: { names: 5000, long: 500 },
  /** Changed lists, groups, accounts and names in them that are put in place at once; for more rights are built beside. */
  rightsAtOnce: 5000,
  controlAck: 5 * s,
  midEditLease: 5 * s,
  publisherLease: 30 * s,
  maxStreamsPerUser: 40,
  /** Owners of open streams that are looked up at once. */
  keptAtOnce: 250,
  smallDelta: 64 * KiB,
} as const;
