import type { BookValue } from '../live-book.ts';

/** A cell with more than a value. */
export interface DressedCell {
  readonly value?: BookValue;
  /** Without the sign of equality. */
  readonly formula?: string;
  /** A number format. */
  readonly format?: string;
  /** `RRGGBB`. */
  readonly fill?: string;
}
export type CellSpec = BookValue | DressedCell;

export interface ListSpec {
  /** `B2` or `B2:B9`. */
  readonly area: string;
  /** `"North,South"` with the quotes, or a range. */
  readonly source: string;
  readonly allowsBlank?: boolean;
}

/** A sheet as plain data. */
export interface SheetSpec {
  readonly name: string;
  readonly isHidden?: boolean;
  readonly cells: Readonly<Record<string, CellSpec>>;
  readonly merges?: readonly string[];
  readonly hiddenRows?: readonly number[];
  readonly hiddenColumns?: readonly number[];
  readonly lists?: readonly ListSpec[];
  /** Names of this sheet alone. */
  readonly names?: Readonly<Record<string, string>>;
}

/** A workbook as plain data, so that drivers in other languages can make it. */
export interface BookSpec {
  readonly sheets: readonly SheetSpec[];
  /** What each name stands for: `Sheet!$B$2`. */
  readonly names?: Readonly<Record<string, string>>;
  readonly has1904Dates?: boolean;
  /** The program writes numbers as in 1.240,50. */
  readonly hasDecimalComma?: boolean;
}

/** A thing that somebody, or the program, does to a workbook; plain data too. Cells are named `Sheet!A1`. */
export type Edit =
  | { readonly set: string; readonly to: CellSpec }
  /** A block that is pasted, from this cell on. */
  | { readonly paste: string; readonly block: readonly (readonly CellSpec[])[] }
  /** A value that no formula and nobody's typing made: a link to another workbook, a feed. */
  | { readonly feed: string; readonly to: BookValue }
  | { readonly insertRow: string; readonly at: number }
  | { readonly deleteRow: string; readonly at: number }
  | { readonly insertColumn: string; readonly at: number }
  | { readonly deleteColumn: string; readonly at: number }
  | { readonly renameSheet: string; readonly to: string }
  | { readonly addSheet: string }
  | { readonly deleteSheet: string }
  | { readonly moveSheet: string; readonly to: number }
  | { readonly hideSheet: string; readonly is: boolean }
  | { readonly hideRow: string; readonly at: number; readonly is: boolean }
  | { readonly hideColumn: string; readonly at: number; readonly is: boolean }
  | { readonly merge: string }
  | { readonly unmerge: string }
  | { readonly format: string; readonly as: string }
  | { readonly fill: string; readonly as: string }
  | { readonly list: string; readonly source: string }
  | { readonly name: string; readonly refers: string }
  | { readonly undo: true };

/** The parts of `Sheet!A1`. */
export function splitCell(cell: string): readonly [sheet: string, address: string] {
  const at = cell.lastIndexOf('!');
  return [cell.slice(0, at), cell.slice(at + 1)];
}

/** A cell with its parts named. */
export function dressed(cell: CellSpec | undefined): DressedCell {
  if (cell === undefined) return {};
  const isValue = cell === null || typeof cell !== 'object' || 'error' in cell;
  return isValue ? { value: cell } : cell;
}

/** A workbook of two sheets that most cases begin with. */
export const sample: BookSpec = {
  sheets: [
    {
      name: 'Prices',
      cells: {
        A1: 'Item',
        B1: 'Price',
        C1: 'Twice',
        A2: 'Bread',
        B2: { value: 2.5, format: '#,##0.00' },
        C2: { formula: 'B2*2', format: '#,##0.00' },
        A3: 'Milk',
        B3: { value: 1.25, format: '#,##0.00' },
        C3: { formula: 'B3*2', format: '#,##0.00' },
        A4: 'Total',
        B4: { formula: 'SUM(B2:B3)', format: '#,##0.00' },
        C4: { formula: 'SUM(C2:C3)', format: '#,##0.00' },
      },
    },
    { name: 'Notes', cells: { A1: 'North', A2: 'South', B1: true } },
  ],
};
