import type { CellArea } from './live-book.ts';

const letters = 26;
const beforeA = 'A'.charCodeAt(0) - 1;

/** The A1 name of a cell. */
export function cellName(row: number, column: number): string {
  let name = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / letters)) {
    name = String.fromCharCode(beforeA + 1 + ((rest - 1) % letters)) + name;
  }
  return `${name}${row}`;
}

/** A cell by its A1 name, with or without `$`; undefined for anything else. */
export function placeOf(name: string): { readonly row: number; readonly column: number } | undefined {
  const plain = name.replaceAll('$', '').toUpperCase();
  let column = 0;
  let at = 0;
  for (; at < plain.length && isLetter(plain.charCodeAt(at)); at++)
    column = column * letters + plain.charCodeAt(at) - beforeA;
  const digits = plain.slice(at);
  const row = Number(digits);
  const isCell = column > 0 && digits !== '' && !digits.includes('.') && Number.isSafeInteger(row) && row > 0;
  return isCell ? { row, column } : undefined;
}

function isLetter(code: number): boolean {
  return code > beforeA && code <= beforeA + letters;
}

/** `B2` or `B2:C9`; undefined for anything else. */
export function areaOf(text: string): CellArea | undefined {
  const [first = '', second = first, more] = text.split(':');
  const from = placeOf(first);
  const to = placeOf(second);
  if (!from || !to || more !== undefined) return undefined;
  return {
    top: Math.min(from.row, to.row),
    left: Math.min(from.column, to.column),
    bottom: Math.max(from.row, to.row),
    right: Math.max(from.column, to.column),
  };
}

/** `B2:C9`; one cell is `B2`. */
export function areaName({ top, left, bottom, right }: CellArea): string {
  const from = cellName(top, left);
  return top === bottom && left === right ? from : `${from}:${cellName(bottom, right)}`;
}

/** Cells of an area. */
export function sizeOf({ top, left, bottom, right }: CellArea): number {
  return (bottom - top + 1) * (right - left + 1);
}

/** The area in parts of at most `most` cells, row by row where rows fit. */
export function* partsOf(area: CellArea, most: number): Generator<CellArea> {
  const columns = Math.min(area.right - area.left + 1, most);
  const rows = Math.max(1, Math.floor(most / columns));
  for (let top = area.top; top <= area.bottom; top += rows) {
    for (let left = area.left; left <= area.right; left += columns) {
      const bottom = Math.min(area.bottom, top + rows - 1);
      yield { top, left, bottom, right: Math.min(area.right, left + columns - 1) };
    }
  }
}
