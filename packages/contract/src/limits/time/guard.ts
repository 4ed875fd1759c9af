import { KiB, minute, s } from '../units.ts';

/** The rules that a publish is held against before viewers see it (time 5). */
export const guardLimits = {
  guard: {
    /** Rules of one report. */
    rules: 20,
    /** Cells that one rule names. */
    cells: 2000,
    /** Characters of a reason or of what a rule found. */
    words: 500,
    /** Bytes of the rules of a call. */
    body: 64 * KiB,
    /** Publishers of so many versions are the usual ones. */
    usual: 50,
    /** Reports of which a server remembers what their rules have to know. */
    remembered: 2000,
    /** Hours that rules are rehearsed on, at most and when nothing is said. */
    hours: 24,
    /** Versions that are read for a rehearsal, whole reports among them, and those that are read at once. */
    rehearsed: 100_000,
    wholes: 500,
    readAtOnce: 500,
    /** A rehearsal is answered within so long, and tells how far it came: a proxy waits for two minutes. */
    rehearsing: 90 * s,
    /** Rehearsals that are worked out at once, of one user one at a time. */
    turns: { atOnce: 2, waiting: 32, waitingOfOne: 2 },
    /** Versions that a rule tells, however often it fired. */
    told: 100,
    /** Changes of a held publish that are told one by one. */
    changes: 200,
    /** Revisions of a held publish that are kept as they were looked at. */
    seen: 8,
    /** Marks of versions that are kept for a report. */
    marks: 500,
    /** What other nodes did is looked for so often; what is due is released then. */
    look: 5 * s,
    /** A held publish may be released automatically after so long. */
    leastWait: 1 * minute,
    mostWaitMin: 24 * 60,
  },
} as const;
