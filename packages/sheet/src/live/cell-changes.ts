import type { Cell, Sheet, SheetRow } from '../model.ts';
import { placeFrom } from '../render/visible.ts';
import { NotFollowed } from './not-followed.ts';

/** A row of a sheet before and after, and the columns whose cells are other ones. */
export interface ChangedRow {
  readonly at: number;
  readonly before: SheetRow;
  readonly after: SheetRow;
  readonly columns: ReadonlySet<number>;
}

/** What changed between rows that list the same cells; throws NotFollowed for others. */
export function changedRow(rows: readonly SheetRow[], after: SheetRow): ChangedRow {
  const at = placeFrom(rows, after.number);
  const before = rows[at];
  if (before?.number !== after.number || before.cells.length !== after.cells.length) throw new NotFollowed();
  const columns = new Set<number>();
  for (const [n, cell] of after.cells.entries()) {
    const old = before.cells[n];
    if (!old || old.column !== cell.column) throw new NotFollowed();
    if (old !== cell) columns.add(cell.column);
  }
  return { at, before, after, columns };
}

/** The cell of a row in a column. */
export function cellAt({ cells }: Pick<SheetRow, 'cells'>, column: number): Cell | undefined {
  const cell = cells[cellPlace(cells, column)];
  return cell?.column === column ? cell : undefined;
}

/** The first place in a row of cells, whose columns rise, that is not before a column. */
function cellPlace(cells: readonly Cell[], column: number): number {
  // Most rows list one cell after the other.
  const guess = column - (cells[0]?.column ?? column);
  if (cells[guess]?.column === column) return guess;
  let low = 0;
  let high = cells.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cells[middle]?.column ?? 0) < column) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Puts another cell into a row of cells, or takes out the one that is there. */
export function putCell(cells: Cell[], column: number, cell: Cell | undefined): void {
  const place = cellPlace(cells, column);
  const isThere = cells[place]?.column === column;
  if (cell && isThere) cells[place] = cell;
  else if (cell) cells.splice(place, 0, cell);
  else if (isThere) cells.splice(place, 1);
}

/** A row with another cell in its place, put in or, where there is none, taken out. */
export function rowWithCell(row: SheetRow, column: number, cell: Cell | undefined): SheetRow {
  const cells = [...row.cells];
  putCell(cells, column, cell);
  return { ...row, cells };
}

/** What about a cell other cells and the size of a page hang on: whether it is empty, and whether it shows something. */
export function standing(cell: Cell | undefined, isVisible: (style: number) => boolean) {
  const isSet = cell?.value !== undefined;
  const hasContent = (isSet && cell.value !== '') || cell?.picture !== undefined;
  return { isSet, hasContent, isSeen: hasContent || (cell !== undefined && isVisible(cell.style)) };
}

/** Whether a text stands at the end of its row, and may run on beyond the page. */
export function endsRow(row: SheetRow, column: number): boolean {
  const last = row.cells.findLast((cell) => cell.value !== undefined && cell.value !== '');
  return last === undefined || last.column <= column;
}

/** Cells that are of no formula, no picture and no link of their own: only their value changes. */
export function isPlain({ picture, isUncalculated, isOld, whyNoResult, formula }: Cell): boolean {
  return picture === undefined && !isUncalculated && !isOld && whyNoResult === undefined && formula === undefined;
}

/** The sheets with rows that may be replaced in place. */
export function withOwnRows(sheets: readonly Sheet[]): { readonly sheets: Sheet[]; readonly rows: SheetRow[][] } {
  const rows = sheets.map((sheet) => [...sheet.rows]);
  return { sheets: sheets.map((sheet, n) => ({ ...sheet, rows: rows[n] ?? [] })), rows };
}
