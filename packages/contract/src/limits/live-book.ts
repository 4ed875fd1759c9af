import { ms, s } from './units.ts';

/** A workbook that is live in its own program: what is read and sent when (decision 70). */
export const liveBookLimits = {
  liveBook: {
    /** A change is sent once nothing changed for so long, and under constant change after this at the latest. */
    quiet: 250 * ms,
    latest: 2 * s,
    /** Between two publishes: at most four a second. */
    gap: 250 * ms,
    /** Cells of one read, between which the spreadsheet gets its turn. */
    read: 20_000,
    /** A book that changes while it is read is read again this often. */
    rereads: 3,
    /** Changed cells beyond which the workbook is sent. */
    cells: 100_000,
    /** After a workbook the next waits this many times as long as that one took, and so long at most. */
    bookShare: 4,
    bookPause: 10 * s,
    /** Between attempts while the portal is away, doubling. */
    retry: { first: 500 * ms, most: 10 * s },
    /** What a viewer entered waits for somebody who types in the sheet: so long, asked so often. */
    entryWait: 4 * s,
    entryLook: 250 * ms,
    /** Entries that can be taken back when their answer came too late. */
    entriesKept: 500,
  },
  /** The add-in for Excel. */
  addIn: {
    /** A report that functions read is asked for again so often. */
    read: 2 * s,
    /** While the portal is away, with waits that grow. */
    readPause: { first: 2 * s, most: 60 * s },
    /** Cells of one SHEETWIRE.READ. */
    cells: 100_000,
    /** Differences of a page that a dry run lists. */
    differences: 20,
    /** Events that the pane keeps. */
    events: 30,
  },
} as const;
