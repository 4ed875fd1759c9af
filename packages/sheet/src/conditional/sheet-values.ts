import { cellAt } from '../live/cell-changes.ts';
import type { Cell, CellRange, Sheet, SheetRow } from '../model.ts';
import { placeFrom } from '../render/visible.ts';

/** A cell with its place. */
export interface PlacedCell {
  readonly row: number;
  readonly cell: Cell;
}

/** The cells of a sheet, by place and by range. */
export class SheetValues {
  readonly #rows: readonly SheetRow[];
  readonly #columns: Sheet['columns'];
  #known: Content | undefined;
  #lastColumn: number | undefined;

  constructor(sheet: Sheet) {
    this.#rows = sheet.rows;
    this.#columns = sheet.columns;
  }

  /** Where the values end, found when it is first asked for. */
  get #content(): Content {
    this.#known ??= contentOf(this.#rows);
    return this.#known;
  }

  /** The values end where they did when that was first asked for. */
  get endsAsBefore(): boolean {
    const { bottom, right } = contentOf(this.#rows);
    return this.#known === undefined || (this.#known.bottom === bottom && this.#known.right === right);
  }

  /** The cell of a place, where the file lists one. */
  at(row: number, column: number): Cell | undefined {
    const held = this.#rows[placeFrom(this.#rows, row)];
    return held?.number === row ? cellAt(held, column) : undefined;
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

  /** The cells of a range that the file does not list, as far as the sheet has values, row by row. */
  *blanksWithin(range: CellRange): Generator<PlacedCell> {
    const { bottom, right } = this.#content;
    const last = Math.min(range.right, right);
    let n = firstFrom(this.#rows, ({ number }) => number >= range.top);
    for (let row = range.top; row <= Math.min(range.bottom, bottom); row++) {
      const held = this.#rows[n]?.number === row ? this.#rows[n++] : undefined;
      const cells = held?.cells ?? [];
      let at = firstFrom(cells, ({ column }) => column >= range.left);
      for (let column = range.left; column <= last; column++) {
        if (cells[at]?.column === column) at++;
        else yield { row, cell: { column, style: this.styleAt(held, column), value: undefined } };
      }
    }
  }

  /** A range as far as the file lists cells. */
  listedPart(range: CellRange): CellRange {
    this.#lastColumn ??= this.#rows.reduce((last, { cells }) => Math.max(last, cells.at(-1)?.column ?? 0), 0);
    const bottom = Math.min(range.bottom, this.#rows.at(-1)?.number ?? 0);
    return { ...range, bottom, right: Math.min(range.right, this.#lastColumn) };
  }

  /** How many cells a range has as far as the sheet has values. */
  sizeOf({ top, left, bottom, right }: CellRange): number {
    const { bottom: lastRow, right: lastColumn } = this.#content;
    return Math.max(0, Math.min(bottom, lastRow) - top + 1) * Math.max(0, Math.min(right, lastColumn) - left + 1);
  }

  /** The look of a cell that the file does not list: that of its row, else of its column. */
  styleAt(row: SheetRow | undefined, column: number): number {
    if (row && row.style > 0) return row.style;
    return this.#columns.find(({ from, to }) => column >= from && column <= to)?.style ?? 0;
  }
}

interface Content {
  readonly bottom: number;
  readonly right: number;
}

/** The last row and column that hold a value. */
function contentOf(rows: readonly SheetRow[]): Content {
  let bottom = 0;
  let right = 0;
  for (const { number, cells } of rows) {
    const last = cells.findLast(({ value }) => value !== undefined);
    if (!last) continue;
    bottom = number;
    right = Math.max(right, last.column);
  }
  return { bottom, right };
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
