import type { Font } from '../cell-style.ts';
import type { CellRange, ColumnSpan, Sheet, SheetRow } from '../model.ts';
import type { GroupPlace } from '../outline/layout.ts';
import { columnPx, plainRowPx, pointsToPx, standardColumnPx } from './text-width.ts';

export interface VisibleColumn {
  readonly number: number;
  readonly width: number;
  readonly style: number;
  readonly group?: GroupPlace;
}

export interface VisibleRow {
  readonly number: number;
  /** Pixels; undefined = the height of the sheet. */
  readonly height: number | undefined;
  readonly style: number;
  readonly group?: GroupPlace;
  readonly row: SheetRow | undefined;
}

/** Whether a row or column is never sent; readers may expand what a collapsed group hides. */
export function isKeptBack({ isHidden, group }: Pick<SheetRow, 'isHidden' | 'group'>): boolean {
  return isHidden && group?.isFolded !== true;
}

/** What is published of a sheet: its rows and columns without the hidden ones. */
export interface VisibleGrid {
  readonly range: CellRange;
  readonly rows: readonly VisibleRow[];
  readonly columns: readonly VisibleColumn[];
  /** Pixels of the rows that name no height. */
  readonly rowHeight: number;
  /** How many rows stand at its head, and are repeated on each page of paper: those that are frozen, else its print titles. */
  readonly head: number;
  /** How many of them are frozen. */
  readonly freeze: { readonly rows: number; readonly columns: number };
}

/** The columns of a range that are not hidden, with their widths. */
export function visibleColumns(sheet: Sheet, range: CellRange, digit: number): VisibleColumn[] {
  const columns: VisibleColumn[] = [];
  const standard =
    sheet.defaultColumnWidth === undefined ? standardColumnPx(digit) : columnPx(sheet.defaultColumnWidth, digit);
  let place = 0;
  for (let number = range.left; number <= range.right; number++) {
    while ((sheet.columns[place]?.to ?? Number.POSITIVE_INFINITY) < number) place++;
    const span = spanAt(sheet.columns[place], number);
    if (span && isKeptBack(span)) continue;
    const width = span?.width === undefined ? standard : columnPx(span.width, digit);
    const group = span?.group;
    columns.push({ number, width: Math.max(1, width), style: span?.style ?? 0, ...(group && { group }) });
  }
  return columns;
}

function spanAt(span: ColumnSpan | undefined, number: number): ColumnSpan | undefined {
  return span && span.from <= number ? span : undefined;
}

/** How many rows of a range are not hidden, without listing them. */
export function countVisibleRows(sheet: Sheet, range: CellRange): number {
  const within = rowsWithin(sheet, range);
  const hidden = within.filter(isKeptBack).length;
  return sheet.hidesOtherRows ? within.length - hidden : range.bottom - range.top + 1 - hidden;
}

/** The listed rows of a range. */
export function rowsWithin({ rows }: Sheet, range: CellRange): readonly SheetRow[] {
  return rows.slice(placeFrom(rows, range.top), placeFrom(rows, range.bottom + 1));
}

/** The height of the rows of a sheet that name none: the file's, else that of a line of its plain letters. */
export function usualRowPx(sheet: Sheet, font: Font): number {
  const own = sheet.defaultRowHeight === undefined ? 0 : pointsToPx(sheet.defaultRowHeight);
  return own > 0 ? Math.min(own, tallestRow) : plainRowPx(font);
}
const tallestRow = 546;

/** The rows of a range that are not hidden; `usual` is the height of those that name none. */
export function visibleRows(sheet: Sheet, range: CellRange, usual: number): VisibleRow[] {
  const rows: VisibleRow[] = [];
  let place = placeFrom(sheet.rows, range.top);
  for (let number = range.top; number <= range.bottom; number++) {
    const listed = sheet.rows[place];
    const row = listed?.number === number ? listed : undefined;
    if (row) place++;
    if (row ? isKeptBack(row) : sheet.hidesOtherRows) continue;
    const group = row?.group;
    rows.push({ number, height: ownHeight(row, usual), style: row?.style ?? 0, row, ...(group && { group }) });
  }
  return rows;
}

function ownHeight(row: SheetRow | undefined, usual: number): number | undefined {
  const height = row?.height === undefined ? usual : pointsToPx(row.height);
  return height === usual ? undefined : height;
}

/** Place of the first entry with a number of at least `number`. */
export function placeFrom(entries: readonly { readonly number: number }[], number: number): number {
  // Most sheets list one row after the other.
  const guess = number - (entries[0]?.number ?? number);
  if (entries[guess]?.number === number) return guess;
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.number ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
