import { KiB, MiB, s } from './units.ts';

/** Values on a published workbook (decision 58): what is kept of the workbook, and how it is worked at. */
export const valuesLimits = {
  values: {
    /** Characters of a text, as a spreadsheet's cell has them; of an error, an address, and the columns of a sheet. */
    text: 32_767,
    error: 20,
    address: 40,
    columns: 16_384,
    /** Bytes of a workbook that is kept for values; a larger one is sent anew for each change. */
    book: 32 * MiB,
    /** Bytes of a workbook that are stored and read at a time. */
    part: 512 * KiB,
    /** Calls whose values are written down before all of them are written as one. */
    fold: 64,
    /** Threads that hold workbooks, and the bytes of workbooks, roughly, that each holds where no setting says other. */
    threads: 2,
    memory: 160 * MiB,
    /** Heap of a thread beside what it holds. */
    heapMiB: 480,
    /** Cells of a workbook whose pages follow values; those of a larger one are written anew. */
    followed: 250_000,
    /** Cells and areas that formulas are known to read; the pages of a workbook with more are written anew. */
    reads: 1_000_000,
    /** A thread's own work for one call. */
    workTime: 10 * s,
    /** Calls that are worked at at once, and that wait. */
    turns: { atOnce: 2, waiting: 64, waitingOfOne: 16 },
    /** A call that met another publish is worked out anew this often. */
    retries: 3,
    /** Bytes of a body up to which it is parsed in place. */
    inline: 64 * KiB,
    /** Declarations that pages may keep numbers for, though no cell uses them any more. */
    stylesKept: 2000,
    /** A workbook that other content took the place of is dropped after so long. */
    kept: 3600 * s,
  },
} as const;
