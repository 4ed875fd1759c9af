import type { CellPlace, CellRange } from './model.ts';

export const lastColumn = 16_384;
export const lastRow = 1_048_576;

const letterA = 64;
const names: string[] = [];

/** The letters of a column: 1 = A, 27 = AA. */
export function columnName(column: number): string {
  const known = names[column];
  if (known !== undefined) return known;
  let text = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    text = String.fromCharCode(letterA + 1 + ((rest - 1) % 26)) + text;
  }
  if (column <= lastColumn) names[column] = text;
  return text;
}

/** The A1 name of a cell. */
export function cellAddress(row: number, column: number): string {
  return columnName(column) + row;
}

const ADDRESS = /^\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})$/;
const COLUMNS = /^\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})$/;
const ROWS = /^\$?([1-9]\d{0,6}):\$?([1-9]\d{0,6})$/;

/** Number of a column by its letters; undefined beyond XFD. */
export function columnNumber(letters: string): number | undefined {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - letterA;
  return column >= 1 && column <= lastColumn ? column : undefined;
}

/** The column of an A1 name, without a copy of its letters. */
export function columnOf(name: string | undefined): number | undefined {
  if (name === undefined) return undefined;
  let column = 0;
  for (let at = 0; at < name.length; at++) {
    const letter = name.charCodeAt(at) & 0xdf;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column > 0 ? column : undefined;
}

/** A cell by its A1 name. */
export function parseAddress(text: string): { row: number; column: number } | undefined {
  const [, letters, digits] = ADDRESS.exec(text) ?? [];
  if (letters === undefined || digits === undefined) return undefined;
  const column = columnNumber(letters);
  const row = Number(digits);
  return column === undefined || row > lastRow ? undefined : { row, column };
}

/** `A1`, `A1:B2`, `A:C` or `1:9`, with or without `$`. */
export function parseRange(text: string): CellRange | undefined {
  const columns = COLUMNS.exec(text);
  if (columns) return spanOf(columnNumber(columns[1] ?? ''), columnNumber(columns[2] ?? ''), wholeColumns);
  const rows = ROWS.exec(text);
  if (rows) return spanOf(rowNumber(rows[1]), rowNumber(rows[2]), wholeRows);
  const [first = '', second = first, more] = text.split(':');
  const from = parseAddress(first);
  const to = parseAddress(second);
  if (!from || !to || more !== undefined) return undefined;
  return {
    top: Math.min(from.row, to.row),
    left: Math.min(from.column, to.column),
    bottom: Math.max(from.row, to.row),
    right: Math.max(from.column, to.column),
  };
}

/** The part that two ranges share. */
export function intersection(a: CellRange, b: CellRange): CellRange | undefined {
  const top = Math.max(a.top, b.top);
  const left = Math.max(a.left, b.left);
  const bottom = Math.min(a.bottom, b.bottom);
  const right = Math.min(a.right, b.right);
  return top <= bottom && left <= right ? { top, left, bottom, right } : undefined;
}

/** Whether a cell lies in a range. */
export function holds(range: CellRange, row: number, column: number): boolean {
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;
}

/** The least box around ranges. */
export function around(ranges: readonly CellRange[]): CellRange {
  const [first = { top: 1, left: 1, bottom: 1, right: 1 }, ...others] = ranges;
  return others.reduce(
    (box, { top, left, bottom, right }) => ({
      top: Math.min(box.top, top),
      left: Math.min(box.left, left),
      bottom: Math.max(box.bottom, bottom),
      right: Math.max(box.right, right),
    }),
    first,
  );
}

/**
 * The corner of the least box around ranges, in whatever order a file has them: relative references of what holds for
 * all of them begin there, and no range needs to have that cell.
 */
export function cornerOf(ranges: readonly CellRange[]): CellPlace {
  const { top, left } = around(ranges);
  return { row: top, column: left };
}

function rowNumber(digits: string | undefined): number | undefined {
  const row = Number(digits);
  return row >= 1 && row <= lastRow ? row : undefined;
}

function spanOf(
  a: number | undefined,
  b: number | undefined,
  whole: (from: number, to: number) => CellRange,
): CellRange | undefined {
  return a === undefined || b === undefined ? undefined : whole(Math.min(a, b), Math.max(a, b));
}

function wholeColumns(left: number, right: number): CellRange {
  return { top: 1, left, bottom: lastRow, right };
}

function wholeRows(top: number, bottom: number): CellRange {
  return { top, left: 1, bottom, right: lastColumn };
}
