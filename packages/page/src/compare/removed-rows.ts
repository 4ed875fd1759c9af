import { freezeOf } from '../grid-shape.ts';
import { attribute, type WireCell, type WireRow, type WireTable } from '../table-scan.ts';
import { escapeText } from '../tag-writer.ts';
import { cellText } from './cell-text.ts';
import { rowsOf, type Sheet } from './sheet.ts';
import type { SheetDiff } from './sheet-diff.ts';

/** Empty cells side by side that are drawn one by one; more are one wide cell. */
const MOST_BLANK = 32;
/** The widest cell that browsers know. */
const WIDEST = 1000;

interface OldAndNew {
  readonly table: WireTable;
  readonly older: { readonly sheet: Sheet };
  readonly diff: SheetDiff;
}

/** Before which row of the newer table the rows stand that are no more: never in a frozen head nor within a row span. */
export function removedBefore({ table, older, diff }: OldAndNew): Map<number, number[]> {
  const places = new Map<number, number[]>();
  if (diff.removedRows.length === 0) return places;
  const rowAfter = new Map<number, number>();
  for (const [row, before] of diff.rowOf.entries()) if (before >= 0) rowAfter.set(before, row + 1);
  const free = freePlaces(table);
  let place = 0;
  const removed = new Set(diff.removedRows);
  for (let row = 0; row < older.sheet.rows.length; row++) {
    place = rowAfter.get(row) ?? place;
    if (!removed.has(row)) continue;
    const at = free[place] ?? place;
    const rows = places.get(at);
    if (rows) rows.push(row);
    else places.set(at, [row]);
  }
  return places;
}

/** For each place between rows the next one at or after it where a row may come in. */
function freePlaces(table: WireTable): number[] {
  const count = rowsOf(table).length;
  const heads = table.sections.filter(({ kind }) => kind === 'thead').reduce((sum, one) => sum + one.rows.length, 0);
  const least = Math.min(count, Math.max(freezeOf(table)[0], heads));
  const isFree = new Array<boolean>(count + 1).fill(true);
  let start = 0;
  for (const { rows } of table.sections) {
    let reach = start;
    for (const [n, row] of rows.entries()) {
      if (reach > start + n) isFree[start + n] = false;
      reach = Math.max(reach, start + Math.min(rows.length, n + longestSpan(row, rows.length)));
    }
    start += rows.length;
  }
  const free = new Array<number>(count + 1).fill(count);
  for (let place = count; place >= 0; place--) {
    free[place] = isFree[place] && place >= least ? place : (free[place + 1] ?? count);
  }
  return free;
}

function longestSpan({ cells }: WireRow, toTheEnd: number): number {
  let longest = 1;
  for (const { rows } of cells) longest = Math.max(longest, rows === 0 ? toTheEnd : rows);
  return longest;
}

/** For each column of the older table the one of the newer, or -1. */
export function newColumns(columnOf: Int32Array, count: number): Int32Array {
  const columns = new Int32Array(count).fill(-1);
  for (const [column, before] of columnOf.entries()) if (before >= 0) columns[before] = column;
  return columns;
}

interface OldRow {
  readonly line: WireRow;
  /** For each cell its column in the newer table, -1 where that has none. */
  readonly columns: readonly number[];
  /** Columns of the newer table. */
  readonly count: number;
  readonly styleOffset: number;
}

/** Each column has a cell of its own with the old text alone: spans and controls of a row that is no more are gone. */
export function oldCells({ line, columns, count, styleOffset }: OldRow): string {
  const kept = columns.map((column, n) => ({ column, n })).filter(({ column }) => column >= 0 && column < count);
  kept.sort((a, b) => a.column - b.column);
  let html = '';
  let next = 0;
  for (const { column, n } of kept) {
    html += blanks(column - next) + oldCell(line.cells[n], styleOffset);
    next = column + 1;
  }
  return html + blanks(count - next);
}

/** Empty cells; a row does not grow with the columns that it leaves empty. */
function blanks(count: number): string {
  if (count <= MOST_BLANK) return '<td></td>'.repeat(Math.max(0, count));
  let html = '';
  for (let left = count; left > 0; left -= WIDEST) html += `<td colspan="${Math.min(left, WIDEST)}"></td>`;
  return html;
}

const KEPT = ['data-num', 'data-ink', 'style', 'bgcolor', 'align', 'valign', 'dir'];

function oldCell(cell: WireCell | undefined, styleOffset: number): string {
  if (!cell) return '<td></td>';
  let attributes = '';
  for (const name of KEPT) {
    const value = attribute(cell.attributes, name);
    if (value !== undefined) attributes += ` ${name}="${value}"`;
  }
  const style = attribute(cell.attributes, 'data-s');
  if (style !== undefined) attributes += ` data-s="${Number(style) + styleOffset}"`;
  return `<td${attributes}>${escapeText(cellText(cell.inner))}</td>`;
}
