import { areaOf } from './cell-names.ts';
import type { CellArea } from './live-book.ts';

/** Where the entries of a list stand; `sheet` is undefined for the list's own. */
export interface ListCells {
  readonly sheet: string | undefined;
  readonly area: CellArea;
}

const REFERENCE = /^(?:(?:'((?:[^']|'')+)'|([^'!,]+))!)?([$A-Za-z0-9:]+)$/;
const COLUMNS = /^([A-Z]{1,3}):([A-Z]{1,3})$/;
const lastRow = 1_048_576;

/**
 * The cells that a list's source names: `$A$1:$A$3`, `'Bob''s list'!A:A`, or a name of the workbook, by `names` in lower
 * case. Undefined for a source that is worked out by a formula, which viewers are not offered either.
 */
export function listCells(source: string, names: ReadonlyMap<string, string>): ListCells | undefined {
  const plain = withoutSign(source);
  const [, quoted, bare, place = ''] = REFERENCE.exec(withoutSign(names.get(plain.toLowerCase()) ?? plain)) ?? [];
  const area = areaOf(place) ?? columnsOf(place);
  return area && { sheet: quoted?.replaceAll("''", "'") ?? bare, area };
}

/** The workbook's names as `listCells` looks for them. */
export function namesOfBook(
  names: readonly { readonly name: string; readonly refers: string }[],
): ReadonlyMap<string, string> {
  return new Map(names.map(({ name, refers }) => [name.toLowerCase(), refers]));
}

/** The cells that two areas share. */
export function sharedArea(one: CellArea, other: CellArea): CellArea | undefined {
  const top = Math.max(one.top, other.top);
  const left = Math.max(one.left, other.left);
  const bottom = Math.min(one.bottom, other.bottom);
  const right = Math.min(one.right, other.right);
  return top <= bottom && left <= right ? { top, left, bottom, right } : undefined;
}

function columnsOf(place: string): CellArea | undefined {
  const [, from, to] = COLUMNS.exec(place.replaceAll('$', '').toUpperCase()) ?? [];
  return from === undefined ? undefined : areaOf(`${from}1:${to}${lastRow}`);
}

function withoutSign(text: string): string {
  const plain = text.trim();
  return plain.startsWith('=') ? plain.slice(1) : plain;
}
