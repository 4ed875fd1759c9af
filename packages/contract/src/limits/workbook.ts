import { MiB, s } from './units.ts';

/** Workbooks: hostile input (safety 3). Beyond a cap the file is refused with a sentence, not read in part. */
export const workbookLimits = {
  workbook: {
    /** The thread's own work for one file, reading and rendering, and how long a busy machine may let it wait. */
    workTime: 10 * s,
    workWait: 60 * s,
    /** Files that the server renders at once, and that wait for it. */
    turns: { atOnce: 2, waiting: 16, waitingOfOne: 4 },
    /** Heap of the thread: what is read and what is rendered with room for what is no longer used. */
    heapMiB: 448,
    youngHeapMiB: 32,
    /** What was read of a workbook, as it lies in memory. */
    memory: 224 * MiB,
    zipEntries: 20_000,
    /** All parts that are read, unpacked. */
    unpacked: 256 * MiB,
    /** One part other than a sheet or the shared texts. */
    smallPart: 32 * MiB,
    /** Unpacked to packed, for a part over `smallPart`. */
    ratio: 400,
    /** Delimited text and HTML, which come as they are. */
    textFile: 64 * MiB,
    xmlDepth: 200,
    /** Bytes of a part without the start of an element. */
    xmlGap: 1 * MiB,
    sheets: 1000,
    rows: 1_200_000,
    cells: 750_000,
    sharedTexts: 750_000,
    /** Pieces of texts with a look of their own: of a text (a cell holds no more characters), and of the workbook. */
    runsOfText: 32_767,
    runs: 400_000,
    merges: 200_000,
    styles: 70_000,
    /** Number formats that cells use, and the characters of one, as Excel has it. */
    formats: 5000,
    formatLength: 255,
    /** Stops of a gradient, beyond which it is one colour. */
    gradientStops: 16,
    names: 20_000,
    /** Characters of a formula, and so of what a name stands for. */
    formula: 8192,
    /** Brackets within brackets of a formula, parts of it that are evaluated within others, names that lead to names. */
    formulaDepth: 200,
    evaluationDepth: 600,
    nameDepth: 32,
    /** Operations that all formulas of a workbook may take, and cells that one that fills many may fill. */
    formulaSteps: 20_000_000,
    formulaFills: 100_000,
    tables: 2000,
    /** Rules of conditional formatting, the cells that those of a sheet may judge in all, and the looks they make. */
    rules: 5000,
    ruleRanges: 8000,
    ruleSteps: 3_000_000,
    /** Blank cells that a rule may judge beside those that the file lists. */
    ruleBlanks: 100_000,
    ruleLooks: 20_000,
    /** Sparklines and the points of all of them, the points of one, and its bytes. */
    sparklines: 100_000,
    sparklinePoints: 1_000_000,
    sparklineDots: 200,
    sparklineBytes: 600,
    /** Pictures of a workbook and their bytes; the longest side of one, its pixels, and cells that show one. */
    pictures: { most: 300, bytes: 100 * MiB, sides: 20_000, pixels: 50_000_000, inCells: 10_000 },
    /** Notes of a sheet, and the characters of one. */
    notes: { most: 20_000, text: 4000 },
    /** Lists that cells are chosen from: of a sheet, their ranges, entries of one and of all, and controls of a report. */
    entries: { lists: 5000, ranges: 1000, options: 1000, allOptions: 500_000, controls: 20_000 },
    /** Characters of a text box. */
    shapeText: 20_000,
    relations: 300_000,
    links: 200_000,
    /** Cells that links may cover, each link counted whole. */
    linkedCells: 2_000_000,
    texts: 96 * MiB,
    /** Characters of a name that a sentence quotes. */
    quoted: 60,
    /** The pages and their styles, counted while they are written. */
    rendered: 64 * MiB,
    renderedRuns: 1_000_000,
    /** Characters of the number formats of the cells shown, each cell counted. */
    renderedFormats: 32 * MiB,
    /** Characters that one cell shows. */
    cellText: 1 * MiB,
    /** Looks that table styles make of the cells' own. */
    tableLooks: 100_000,
    /** Attributes of looks that are kept for the next cell of the same look. */
    looksKept: 20_000,
    /** Blank cells with a look are shown so far beyond the last cell with a value. */
    blankRows: 50,
    blankColumns: 26,
    delimitedColumns: 16_384,
    areas: 100,
  },

  /** LibreOffice, which reads what the own reader does not: a process for each file. */
  office: {
    atOnce: 2,
    time: 120 * s,
    /** On the server, where others wait. */
    serverTime: 60 * s,
    turns: { atOnce: 1, waiting: 8, waitingOfOne: 2 },
    processor: 120 * s,
    /** Addresses, of which it takes far more than memory. */
    memory: 4096 * MiB,
    /** Any file that it writes; what it makes is bounded by maxSourceFile. */
    fileSize: 512 * MiB,
    /** A program that is only asked whether it is there. */
    look: 5 * s,
  },
} as const;
