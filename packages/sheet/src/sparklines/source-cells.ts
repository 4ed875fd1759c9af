import { lastColumn } from '../address.ts';
import type { Cell, CellRange, Sheet, SheetRow } from '../model.ts';
import { placeFrom } from '../render/visible.ts';

/** Where what a sheet lists ends: nothing is read beyond it. */
function listedEnd({ rows }: Sheet): { readonly row: number; readonly column: number } {
  let column = 0;
  for (const { cells } of rows) column = Math.max(column, cells.at(-1)?.column ?? 0);
  return { row: rows.at(-1)?.number ?? 0, column };
}

/** The cells of a sheet in the order of their places, empty ones included. */
export class SourceCells {
  readonly sheet: Sheet;
  readonly #end: { readonly row: number; readonly column: number };
  readonly #isHidden: Uint8Array;

  constructor(sheet: Sheet) {
    this.sheet = sheet;
    this.#end = listedEnd(sheet);
    this.#isHidden = new Uint8Array(lastColumn + 1);
    for (const { from, to, isHidden } of sheet.columns) if (isHidden) this.#isHidden.fill(1, from, to + 1);
  }

  /** A range without the rows and columns behind the last cell, where it reaches far beyond it. */
  within({ top, left, bottom, right }: CellRange): CellRange {
    return {
      top,
      left,
      bottom: bottom - top < farRows ? bottom : Math.max(top, Math.min(bottom, this.#end.row)),
      right: right - left < farColumns ? right : Math.max(left, Math.min(right, this.#end.column)),
    };
  }

  /** Every place of a range, row by row; those of hidden rows and columns only where they are asked for. */
  *places(range: CellRange, withHidden: boolean): Generator<Cell | undefined> {
    const columns = this.#columns(range, withHidden);
    const { rows, hidesOtherRows } = this.sheet;
    let at = placeFrom(rows, range.top);
    for (let number = range.top; number <= range.bottom; number++) {
      const listed = rows[at];
      const row = listed?.number === number ? listed : undefined;
      if (row) at++;
      if (!withHidden && (row ? row.isHidden : hidesOtherRows)) continue;
      yield* cellsOf(row, columns);
    }
  }

  #columns({ left, right }: CellRange, withHidden: boolean): number[] {
    const columns: number[] = [];
    for (let column = left; column <= right; column++) {
      if (withHidden || this.#isHidden[column] !== 1) columns.push(column);
    }
    return columns;
  }
}

/** A range of so many rows or columns is a whole column or row. */
const farRows = 100_000;
const farColumns = 2000;

function* cellsOf(row: SheetRow | undefined, columns: readonly number[]): Generator<Cell | undefined> {
  const cells = row?.cells ?? [];
  let at = firstAt(cells, columns[0] ?? 0);
  for (const column of columns) {
    while ((cells[at]?.column ?? Number.POSITIVE_INFINITY) < column) at++;
    const cell = cells[at];
    yield cell?.column === column ? cell : undefined;
  }
}

function firstAt(cells: readonly Cell[], column: number): number {
  let low = 0;
  let high = cells.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cells[middle]?.column ?? 0) < column) low = middle + 1;
    else high = middle;
  }
  return low;
}
