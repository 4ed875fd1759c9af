/** How a cell looks; what is left out is that of a plain cell. */
export interface Look {
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** Points. */
  readonly size?: number;
  /** rrggbb. */
  readonly ink?: string;
  readonly fill?: string;
  /** Number format code. */
  readonly format?: string;
  readonly align?: 'left' | 'center' | 'right';
  readonly middle?: boolean;
  readonly wrap?: boolean;
  readonly indent?: number;
  readonly top?: 'thin' | 'medium';
  readonly bottom?: 'thin' | 'medium';
}

/** A cell; a formula carries its result, as spreadsheet programs write it. */
export interface BookCell {
  readonly value?: string | number;
  readonly formula?: string;
  readonly look?: Look;
}

export interface BookRow {
  /** From column A on; undefined is an empty cell. */
  readonly cells: readonly (BookCell | undefined)[];
  /** Points. */
  readonly height?: number;
}

/** A line over days, laid over the cells of its sheet. */
export interface BookChart {
  readonly title: string;
  /** As formulas write them: `Summary!$A$14:$A$33`. */
  readonly days: string;
  readonly values: string;
  /** Column and row of its corners, counted from 0. */
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

export interface BookSheet {
  readonly name: string;
  /** Widths in characters. */
  readonly columns: readonly { readonly width: number; readonly isHidden?: boolean }[];
  readonly rows: readonly BookRow[];
  readonly merges?: readonly string[];
  readonly freeze?: { readonly rows: number; readonly columns: number };
  readonly chart?: BookChart;
}

export interface Book {
  readonly title: string;
  readonly sheets: readonly BookSheet[];
  readonly names: readonly { readonly name: string; readonly refers: string }[];
  readonly savedAt: Date;
}

/** The letters of a column that counts from 0. */
export function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}

/** The days since the start of 1900 as spreadsheets count them, with the time of day as a fraction. */
export function serialOf(date: Date): number {
  return date.getTime() / 86_400_000 + 25_569;
}
