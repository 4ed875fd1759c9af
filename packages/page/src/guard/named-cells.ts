import { guardLimits } from '@sheetwire/contract/limits/time/guard';

/** Cells that a rule names: one by its `data-cell`, or a range of addresses. */
export interface NamedCells {
  readonly names: readonly string[];
  readonly isRange: boolean;
}

const ADDRESS = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/i;
const LETTERS = 26;
const BEFORE_A = 64;

/** The cells of `B4`, `B2:D9` or `Total`; `too many` beyond what a rule may name, undefined for what names none. */
export function namedCells(text: string): NamedCells | 'too many' | undefined {
  const [from = '', to, more] = text.trim().split(':');
  if (from.trim() === '' || more !== undefined) return undefined;
  const first = placeOf(from);
  if (to === undefined) return { names: [first ? addressOf(first) : from.trim()], isRange: false };
  const last = placeOf(to);
  if (!first || !last) return undefined;
  const [left, right] = [Math.min(first.column, last.column), Math.max(first.column, last.column)];
  const [top, bottom] = [Math.min(first.row, last.row), Math.max(first.row, last.row)];
  if ((right - left + 1) * (bottom - top + 1) > guardLimits.guard.cells) return 'too many';
  const names: string[] = [];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) names.push(addressOf({ column, row }));
  }
  return { names, isRange: true };
}

interface CellAddress {
  readonly column: number;
  readonly row: number;
}

function placeOf(text: string): CellAddress | undefined {
  const [, letters, row] = ADDRESS.exec(text.trim()) ?? [];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * LETTERS + letter.charCodeAt(0) - BEFORE_A;
  return { column, row: Number(row) };
}

function addressOf({ column, row }: CellAddress): string {
  let letters = '';
  for (let left = column; left > 0; left = Math.floor((left - 1) / LETTERS)) {
    letters = String.fromCharCode(BEFORE_A + 1 + ((left - 1) % LETTERS)) + letters;
  }
  return `${letters}${row}`;
}
