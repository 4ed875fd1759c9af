import { minute, s } from './units.ts';

/** What is taken along: files made in the browser, and the caps of the spreadsheets that open them. */
export const exportLimits = {
  export: {
    cells: 500_000,
    /** Of a sheet, as the file format has them. */
    rows: 1_048_576,
    columns: 16_384,
    cellText: 32_767,
    links: 65_530,
    sheetName: 31,
    /** Charts and pictures over the cells; pictures among them, and bytes of all of these. */
    drawings: 1000,
    pictures: 200,
    pictureBytes: 50 * 1024 * 1024,
    /** Number formats of a file's own, and looks, beyond which spreadsheets repair it. */
    formats: 200,
    styles: 60_000,
    /** A merged area larger than this has its look in its first cell alone. */
    mergedCells: 4096,
    /** Characters of a column whose page gives no widths. */
    columnWidth: 60,
    /** Rows between two words about progress. */
    progressRows: 500,
    fileName: 120,
    /** How long the browser may take to begin to save a file. */
    keepFile: 1 * minute,
    /** How long it is said that a file was saved. */
    told: 10 * s,
  },
} as const;
