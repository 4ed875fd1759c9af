import { isDeepStrictEqual } from 'node:util';
import { cellAt } from '../../live/cell-changes.ts';
import type { Cell, SheetTable } from '../../model.ts';
import { hiddenRowsOf } from '../hidden-rows.ts';
import { tableAt } from '../looks.ts';
import { placeFrom, type VisibleColumn, type VisibleRow } from '../visible.ts';
import type { TableJob } from './table-job.ts';
import { tablesOfRows } from './table-rows.ts';

/** Look and cell of every place of a grid, by row × columns + column. */
export class LaidCells {
  readonly lookAt: Int32Array;
  readonly cellAt: (Cell | undefined)[];
  readonly #job: TableJob;
  readonly #width: number;
  readonly #hiddenIn: ReturnType<typeof hiddenRowsOf>;
  readonly #inFold: ReadonlyMap<number, number>;

  constructor(job: TableJob) {
    this.#job = job;
    this.#width = job.grid.columns.length;
    this.#hiddenIn = job.sheet.tables.length > 0 ? hiddenRowsOf(job.sheet) : () => 0;
    this.#inFold = job.sheet.tables.length > 0 ? placesInFolds(job.grid.rows) : new Map();
    this.lookAt = new Int32Array(job.grid.rows.length * this.#width);
    this.cellAt = new Array(job.grid.rows.length * this.#width);
    const tables = tablesOfRows(job.sheet.tables);
    for (const [n, row] of job.grid.rows.entries()) this.#layRow(row, n * this.#width, tables(row.number));
  }

  /** Cells of a row of the grid are others now; answers whether lines round them are. */
  relay(row: number, columns: Iterable<number>): boolean {
    const { grid, sheet } = this.#job;
    const visible = grid.rows[row];
    if (!visible) return false;
    const tables = sheet.tables.filter(
      ({ range: { top, bottom } }) => top <= visible.number && visible.number <= bottom,
    );
    let hasOtherLines = false;
    for (const number of columns) {
      const place = placeFrom(grid.columns, number);
      const column = grid.columns[place];
      if (column?.number !== number) continue;
      const at = row * this.#width + place;
      const cell = visible.row && cellAt(visible.row, number);
      const look = this.#lookIn(tables, visible, column, cell);
      hasOtherLines ||= !this.#hasSameLines(this.lookAt[at] ?? 0, look);
      this.lookAt[at] = look;
      this.cellAt[at] = cell;
    }
    return hasOtherLines;
  }

  #layRow(row: VisibleRow, start: number, tables: readonly SheetTable[]): void {
    const cells = row.row?.cells ?? [];
    let next = 0;
    let n = start;
    for (const column of this.#job.grid.columns) {
      while ((cells[next]?.column ?? Number.POSITIVE_INFINITY) < column.number) next++;
      const found = cells[next];
      const cell = found?.column === column.number ? found : undefined;
      this.lookAt[n] = this.#lookIn(tables, row, column, cell);
      this.cellAt[n++] = cell;
    }
  }

  #lookIn(tables: readonly SheetTable[], row: VisibleRow, column: VisibleColumn, cell: Cell | undefined): number {
    const style = cell?.style ?? (row.style > 0 ? row.style : column.style);
    const table = tables.length > 0 ? tableAt(tables, row.number, column.number) : undefined;
    if (!table) return style;
    const bodyTop = table.range.top + table.headerRows;
    // Stripes are counted in the rows that are seen, and go on in a group that a reader expands.
    const seen = row.number - bodyTop - this.#hiddenIn(bodyTop, row.number);
    const bodyRow = seen + (this.#inFold.get(row.number) ?? 0);
    return this.#job.looks.inTable(style, table, { row: row.number, column: column.number, bodyRow });
  }

  #hasSameLines(a: number, b: number): boolean {
    const { looks } = this.#job;
    return a === b || isDeepStrictEqual(looks.get(a).borders, looks.get(b).borders);
  }
}

/** Rows of collapsed groups, by their numbers: how many of such rows stand right before each. */
function placesInFolds(rows: readonly VisibleRow[]): Map<number, number> {
  const places = new Map<number, number>();
  let before = 0;
  for (const { number, row } of rows) {
    if (!row?.isHidden) before = 0;
    else places.set(number, before++);
  }
  return places;
}
