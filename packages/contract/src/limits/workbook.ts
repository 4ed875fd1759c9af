import { MiB, s } from './units.ts';

/** Workbooks: hostile input (safety 3). Beyond a cap the file is refused with a sentence, not read in part. */
export const workbookLimits = {
  workbook: {
    /** The reader's own work, and how long a busy machine may let it wait. */
    readTime: 4.5 * s,
    readWait: 30 * s,
    /** Heap of the reader's thread; with what lies outside it the whole stays below 512 MiB. */
    heapMiB: 288,
    youngHeapMiB: 32,
    zipEntries: 20_000,
    /** All parts that are read, unpacked. */
    unpacked: 256 * MiB,
    /** One part other than a sheet or the shared texts. */
    smallPart: 32 * MiB,
    /** Unpacked to packed, for a part over `smallPart`. */
    ratio: 400,
    xmlDepth: 200,
    /** Bytes of a part without the start of an element. */
    xmlGap: 1 * MiB,
    sheets: 1000,
    cells: 750_000,
    sharedTexts: 750_000,
    merges: 200_000,
    styles: 70_000,
    names: 20_000,
    links: 70_000,
    texts: 96 * MiB,
    /** Blank cells with a look are shown so far beyond the last cell with a value. */
    blankRows: 50,
    blankColumns: 26,
    delimitedColumns: 16_384,
    areas: 100,
  },
} as const;
