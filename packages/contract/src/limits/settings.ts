import { KiB, MiB, minute } from './units.ts';

/** Copies of the settings, and the audit log (semantics 7, 8). */
export const settingsLimits = {
  settingsBackups: {
    /** After midnight UTC, when the copies of a day without changes are written. */
    at: 5 * minute,
    /** After a fault. */
    retry: 1 * minute,
    /** Dates that are kept of each kind, and recoveries that can be undone. */
    dates: 400,
    undoPoints: 20,
    /** Names of each sort that a preview lists. */
    names: 500,
    /** An unpacked copy beyond this is refused. */
    bytes: 512 * MiB,
    /** Users whose sessions end at once after a recovery. */
    endedAtOnce: 100,
  },
  /** Names in one question for figures of the server. */
  maxFigureNames: 100,
  audit: {
    /** Rows of one answer. */
    page: 200,
    /** Rows that one look reads, and looks of one call, before it says where to go on. */
    scan: 5000,
    scans: 10,
    /** Characters of what was before and after, on the page and in a cell of a spreadsheet. */
    text: 4 * KiB,
    cell: 32_000,
    csvRows: 100_000,
    /** The same refusal is noted at most once in a while. */
    refusalEvery: 10 * minute,
    refusalsKept: 10_000,
  },
} as const;
