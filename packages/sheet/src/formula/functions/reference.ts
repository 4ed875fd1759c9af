import { cellAddress, lastColumn, lastRow, parseRange } from '../../address.ts';
import { areaIn, clipped, partsOf } from '../areas.ts';
import type { Env } from '../env.ts';
import { eager, type FunctionTable, num, numOr, str } from '../function-spec.ts';
import { unary } from '../operators.ts';
import { type AreaPart, columnOf, errors, isArea, rowOf, sizeOf, type Value } from '../values/value.ts';
import { indirect } from './indirect.ts';

/** The row of a reference or of the formula; of several rows each. */
function row([of]: readonly Value[], env: Env): Value {
  const [part] = partsOf(of);
  if (of === undefined) return env.row;
  if (!part) return errors.value;
  if (part.top === part.bottom || !env.isArray) return part.top;
  const { top, bottom } = clipped(part, env);
  env.book.spend(bottom - top);
  return columnOf(Array.from({ length: bottom - top + 1 }, (_, n) => top + n));
}

function column([of]: readonly Value[], env: Env): Value {
  const [part] = partsOf(of);
  if (of === undefined) return env.column;
  if (!part) return errors.value;
  if (part.left === part.right || !env.isArray) return part.left;
  const { left, right } = clipped(part, env);
  return rowOf(Array.from({ length: right - left + 1 }, (_, n) => left + n));
}

/** A reference moved and cut to a size; beyond the sheet there is none. */
function offset([of, down, across, height, width]: readonly Value[]): Value {
  const [part] = partsOf(of);
  if (!part) return errors.value;
  const size = sizeOf(of);
  const rows = Math.trunc(numOr(height, size.height));
  const columns = Math.trunc(numOr(width, size.width));
  if (rows === 0 || columns === 0) return errors.reference;
  const top = part.top + Math.trunc(num(down)) + (rows < 0 ? rows + 1 : 0);
  const left = part.left + Math.trunc(num(across)) + (columns < 0 ? columns + 1 : 0);
  const bottom = top + Math.abs(rows) - 1;
  const right = left + Math.abs(columns) - 1;
  if (top < 1 || left < 1 || bottom > lastRow || right > lastColumn) return errors.reference;
  return areaIn(part.sheet, { top, left, bottom, right });
}

function address([row, column, kind, isPlain, sheet]: readonly Value[]): Value {
  const [down, across, way] = [Math.trunc(num(row)), Math.trunc(num(column)), Math.trunc(numOr(kind, 1))];
  if (down < 1 || across < 1 || down > lastRow || across > lastColumn || way < 1 || way > 4) return errors.value;
  const before = sheet === undefined ? '' : `${quotedSheet(str(sheet))}!`;
  const isFixedRow = way === 1 || way === 2;
  const isFixedColumn = way === 1 || way === 3;
  if (isPlain === false) {
    return `${before}R${isFixedRow ? down : `[${down}]`}C${isFixedColumn ? across : `[${across}]`}`;
  }
  const letters = cellAddress(1, across).slice(0, -1);
  return `${before}${isFixedColumn ? '$' : ''}${letters}${isFixedRow ? '$' : ''}${down}`;
}

function quotedSheet(name: string): string {
  const isPlain = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) && !parseRange(name);
  return isPlain || name === '' ? name : `'${name.replaceAll("'", "''")}'`;
}

function sheetNumber([of]: readonly Value[], env: Env): Value {
  const [part]: readonly (AreaPart | undefined)[] = partsOf(of);
  const sheet = typeof of === 'string' ? env.book.sheet(of) : of === undefined ? env.sheet : part?.sheet;
  const at = sheet ? env.book.sheets.indexOf(sheet) : -1;
  return at < 0 ? errors.missing : at + 1;
}

/** What a link shows: its name, or its target. */
function linked([target, name]: readonly Value[], { onLink }: Env): Value {
  onLink?.(str(target));
  return name ?? target;
}

/** The cell of an area in the formula's row or column. */
function single([of]: readonly Value[], env: Env): Value {
  return unary('@', of, env);
}

/** The cells that the array of a cell fills. */
function spilled([of]: readonly Value[], env: Env): Value {
  return unary('#', of, env);
}

const isPlaced = { isPlaced: true };

/** References: where they lie, and making them. */
export const referenceFunctions: FunctionTable = {
  ROW: eager('r', 0, row, isPlaced),
  COLUMN: eager('r', 0, column, isPlaced),
  ROWS: eager('r', 1, ([of]) => sizeOf(of).height),
  COLUMNS: eager('r', 1, ([of]) => sizeOf(of).width),
  AREAS: eager('r', 1, ([of]) => (isArea(of) ? of.parts.length : errors.value)),
  ADDRESS: eager('nndts', 2, address),
  OFFSET: eager('rnndd', 3, offset, isPlaced),
  INDIRECT: eager('sb', 1, indirect, isPlaced),
  SINGLE: eager('r', 1, single, isPlaced),
  ANCHORARRAY: eager('r', 1, spilled, isPlaced),
  HYPERLINK: eager('se', 1, linked),
  SHEET: eager('e', 0, sheetNumber, isPlaced),
  SHEETS: eager('r', 0, ([of], { book }) => (isArea(of) ? of.parts.length : book.sheets.length)),
};
