import { KiB, MiB, s } from './units.ts';

/** The cleaning of page HTML (safety 1). */
export const cleaningLimits = {
  maxNesting: 200,
  maxDepth: 200,
  clean: {
    nodes: 1_500_000,
    /** Markup before the texts of cells that is known to be clean: how many, and the characters of one. */
    heads: 512,
    headLength: 2 * KiB,
    /** Elements that a page may have beside one for each of its characters. */
    fewNodes: 1000,
    /** A cleaned page may grow to `fewLength`, and to `growth` times its length. */
    fewLength: 1 * MiB,
    growth: 4,
    /** Cells that spans may cover in a page, each counted whole. */
    spanned: 5_000_000,
    columnSpan: 1000,
    /** Columns that the tables of a page name in all, each span counted whole. */
    columns: 100_000,
    rowSpan: 10_000,
    /** Pixels of the rows of a table that name none: the tallest that spreadsheets have. */
    rowHeight: 546,
    styleLength: 4000,
    stylesKept: 2000,
    cssNumber: 100_000,
    cssCount: 1000,
    options: 2000,
    idLength: 128,
    /** Depth within one cell, so that its page stays within `maxDepth`. */
    cellDepth: 100,
    linkLength: 4000,
    /** Characters of the steps of one path of a drawing. */
    pathLength: 100_000,
    /**
     * What a page may cost a browser (docs/publish, What a page may hold): in each cell, and in all that lies outside of
     * cells, so many shadows, floats, dashed lines and gradients, and elements with a layout of their own so deep; so many
     * gradients upon each other in one background, marks upon one letter, and tables in tables; and in drawings so many clipped
     * elements in each other, shapes of a clip, and stops of a gradient.
     */
    layout: {
      ...{ shadows: 20, floats: 50, dashes: 100, gradients: 100, layers: 12, depth: 8, marks: 10, tables: 12 },
      ...{ clips: 4, clipShapes: 8, stops: 32 },
    },
    /** The largest numbers of declarations that are dear when they are large, and shadows of one declaration. */
    dear: { shadow: 40, shadows: 4, line: 100, letters: 1000, grid: 200, kept: 10 },
    /**
     * Longer pages are cleaned on a worker, `queue` of them at most waiting for `wait`, each within `time` of the worker's
     * own work and `memory` (MiB).
     */
    inline: 64 * KiB,
    /** Bodies of a publish of cells up to this are read and cleaned in place: about 20 ms of the event loop. */
    inlineCells: 64 * KiB,
    /** Bodies of a whole report up to this are read and compared in place. */
    inlineReport: 32 * KiB,
    queue: 64,
    /** Bodies up to this are done before long ones of others need their thread. */
    quick: 256 * KiB,
    wait: 10 * s,
    time: 20 * s,
    memory: 1536,
  },
} as const;
