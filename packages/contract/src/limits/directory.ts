import { hour, MiB, minute, s } from './units.ts';

/** The directory (architecture, decision 8). */
export const directoryLimits = {
  directory: {
    /** Between two looks at what changed. */
    every: 15 * s,
    /** So many looks for each list of all groups, unless the last one left something open. */
    looksPerList: 2,
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
    /** People of the copy of whom it is found in one turn of the event loop whether they have one. */
    presentPart: 1000,
  },
} as const;
