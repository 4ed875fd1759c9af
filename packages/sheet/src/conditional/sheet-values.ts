import type { Cell, CellRange, CellValue, Sheet, SheetRow } from '../model.ts';

/** A cell with its place. */
export interface PlacedCell {
  readonly row: number;
  readonly cell: Cell;
}

/** The cells of a sheet, by place and by range. */
export class SheetValues {
  readonly #rows: readonly SheetRow[];

  constructor(sheet: Sheet) {
    this.#rows = sheet.rows;
  }

  /** The cells of a range that the file lists, row by row; each row is work, also one without such a cell. */
  *within(range: CellRange, work: { left: number }): Generator<PlacedCell> {
    for (let n = firstFrom(this.#rows, ({ number }) => number >= range.top); n < this.#rows.length; n++) {
      const row = this.#rows[n];
      if (!row || row.number > range.bottom || --work.left < 0) return;
      const { cells } = row;
      for (let at = firstFrom(cells, ({ column }) => column >= range.left); at < cells.length; at++) {
        const cell = cells[at];
        if (!cell || cell.column > range.right) break;
        yield { row: row.number, cell };
      }
    }
  }

  at(row: number, column: number): CellValue | undefined {
    const found = this.#rows[firstFrom(this.#rows, ({ number }) => number >= row)];
    if (found?.number !== row) return undefined;
    const cell = found.cells[firstFrom(found.cells, (other) => other.column >= column)];
    return cell?.column === column ? cell.value : undefined;
  }
}

/** The first place from which on a condition holds. */
function firstFrom<T>(list: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = list[middle];
    if (item !== undefined && holds(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
