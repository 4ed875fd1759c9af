import { hour, MiB, ms, s } from '../units.ts';

/** Looking at the past of a report (time). */
export const pastLimits = {
  past: {
    /** Parts of a time that its versions are told in, at most and when nothing is said. */
    buckets: 2000,
    usualBuckets: 240,
    /** Values of a cell that are told at once, at most and when nothing is said. */
    cellValues: 5000,
    usualCellValues: 500,
    /** What a report may keep at most, whatever the server says. */
    mostKept: { versionHours: 24 * 366, days: 3660 },
    /** Times that the strip of a report shows, beside all that is kept. */
    ranges: { hour, day: 24 * hour, week: 7 * 24 * hour },
    /** Positions of the strip follow each other so soon at most. */
    scrub: 100 * ms,
    /**
     * The address is written once a moment has stayed so long, and so often while the hand moves: each write costs the
     * browser more than it shows. The list of versions is asked for as often as the address is at most.
     */
    address: 500 * ms,
    addressLongest: 2 * s,
    /** So many changed cells are drawn at once; of more only those in view, and the others once the hand rests so long. */
    drawnAtOnce: 500,
    rest: 250 * ms,
    /** A cell out of view is old for so long at most, however long a hand moves, and while the past is played. */
    longestWait: 10 * s,
    longestInPlay: 1.5 * s,
    /** Characters of a tag, and versions of a report that have one. */
    tagText: 60,
    tags: 200,
    /** Characters of the reason for a rollback or a release. */
    reason: 500,
    /** Versions whose address was given out: the last ones of a user and of a report, and the bytes that these keep. */
    linksOfOne: 50,
    links: 500,
    linkBytes: 128 * MiB,
    /** What the strip shows is asked for again while versions come. */
    fresh: 10 * s,
    /** The history of a cell that is open follows its report so often at most. */
    cellFresh: 1 * s,
    /** Values of a cell that its list shows at first and after each wish for older ones. */
    listedValues: [200, 1000, 5000],
    /** Cells of a range whose lines are drawn beside each other, and values of each. */
    sparklines: 20,
    sparklineValues: 120,
    /** A finger that rests on a cell for so long asks for its menu, unless it moves so many px. */
    longPress: 500 * ms,
    pressSlack: 10,
  },
} as const;
