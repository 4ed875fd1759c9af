import { areaOf } from './cell-names.ts';
import type { BookName, CellArea } from './live-book.ts';

/** Where the entries of a list stand; `sheet` is undefined for the list's own. */
export interface ListCells {
  readonly sheet: string | undefined;
  readonly area: CellArea;
}

const REFERENCE = /^(?:(?:'((?:[^']|'')+)'|([^'!,]+))!)?([$A-Za-z0-9:]+)$/;
const QUALIFIED = /^(?:'((?:[^']|'')+)'|([^'!,]+))!/;
const COLUMNS = /^([A-Z]{1,3}):([A-Z]{1,3})$/;
const lastRow = 1_048_576;

/**
 * The cells that the source of a list on the sheet `own` names: `$A$1:$A$3`, `'Bob''s list'!A:A`, or a name: that of the
 * sheet before that of the workbook. Undefined for a source that is worked out by a formula, which viewers are not offered
 * either.
 */
export function listCells(source: string, own: string, names: readonly BookName[]): ListCells | undefined {
  const plain = withoutSign(source);
  const [, quoted, bare, place = ''] = REFERENCE.exec(withoutSign(refersOf(plain, own, names) ?? plain)) ?? [];
  const area = areaOf(place) ?? columnsOf(place);
  return area && { sheet: quoted?.replaceAll("''", "'") ?? bare, area };
}

/** The sheet whose names a source may mean: `Lists` of `=Lists!Sizes`, else the list's own. */
export function sheetOfSource(source: string, own: string): string {
  const [, quoted, bare] = QUALIFIED.exec(withoutSign(source)) ?? [];
  return quoted?.replaceAll("''", "'") ?? bare ?? own;
}

function refersOf(source: string, own: string, names: readonly BookName[]): string | undefined {
  const wanted = source.slice(source.lastIndexOf('!') + 1).toLowerCase();
  const sheet = sheetOfSource(source, own).toLowerCase();
  const same = names.filter(({ name }) => name.toLowerCase() === wanted);
  const ofSheet = same.find((one) => one.sheet?.toLowerCase() === sheet);
  return (ofSheet ?? same.find((one) => one.sheet === undefined))?.refers;
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
