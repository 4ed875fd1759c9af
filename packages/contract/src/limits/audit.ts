import { KiB, MiB, minute } from './units.ts';

/** The audit log (semantics 8), and what is asked of the server's figures. */
export const auditLimits = {
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
    /** Bytes of them that are read for one turn of the event loop. */
    bytesAtOnce: 2 * MiB,
    csvRows: 100_000,
    /** Characters of the file that are sent at once, beyond the line that reaches them. */
    piece: 64 * KiB,
    /** The same refusal is noted at most once in a while. */
    refusalEvery: 10 * minute,
    refusalsKept: 10_000,
  },
} as const;
