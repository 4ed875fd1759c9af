import { KiB, MiB, minute } from './units.ts';

/** How the audit log is written and read (semantics 8). */
export const auditLimits = {
  audit: {
    /** Rows that one look reads, and looks of one call, before it says where to go on. */
    scan: 5000,
    scans: 10,
    /** Characters of what was before and after, on the page, of a row that is asked for whole, and in a cell of a spreadsheet. */
    text: 4 * KiB,
    whole: 2 * MiB,
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
