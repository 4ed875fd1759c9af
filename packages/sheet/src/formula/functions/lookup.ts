import { areaIn, gridOf, plainOf } from '../areas.ts';
import type { Env } from '../env.ts';
import { eager, type FunctionTable, num, numOr } from '../function-spec.ts';
import { exactPlace, nearestPlace, placeAbove, placeBelow, type Vector, vectorOf } from '../lookup.ts';
import { errors, gridAt, isArea, isError, isGrid, type Scalar, sizeOf, type Value } from '../values/value.ts';
import { turned } from './arrays/array-arguments.ts';

/** The value at a place of an area or an array, from 0 on; of an area the cell itself. */
function cellIn(of: Value, down: number, across: number): Value {
  if (isArea(of)) {
    const [part] = of.parts;
    const [row, column] = [(part?.top ?? 0) + down, (part?.left ?? 0) + across];
    if (!part || row > part.bottom || column > part.right) return errors.reference;
    return areaIn(part.sheet, { top: row, left: column, bottom: row, right: column });
  }
  if (isGrid(of)) return down < of.height && across < of.width ? gridAt(of, down, across) : errors.reference;
  return down === 0 && across === 0 ? of : errors.reference;
}

/** A row or a column of an area or an array, from 0 on. */
function lineOf(of: Value, way: 'row' | 'column', at: number): Value {
  const { height, width } = sizeOf(of);
  if (at >= (way === 'row' ? height : width)) return errors.reference;
  if (isArea(of)) {
    const [part] = of.parts;
    if (!part) return errors.reference;
    const line =
      way === 'row' ? { top: part.top + at, bottom: part.top + at } : { left: part.left + at, right: part.left + at };
    return { parts: [{ ...part, ...line }] };
  }
  if (!isGrid(of)) return of;
  return way === 'row'
    ? { width, height: 1, values: of.values.slice(at * width, (at + 1) * width) }
    : { width: 1, height, values: of.values.filter((_, n) => n % width === at) };
}

function placeIn(sought: Scalar, vector: Vector, isNear: boolean): number | undefined {
  return isNear ? placeBelow(sought, vector) : exactPlace(sought, vector);
}

/** VLOOKUP and HLOOKUP: the value beside or below the one that is found in the first column or row. */
function tableLookup(way: 'row' | 'column') {
  return ([sought, table, which, near]: readonly Value[], env: Env): Value => {
    const at = Math.trunc(num(which)) - 1;
    const { height, width } = sizeOf(table);
    if (at < 0) return errors.value;
    if (at >= (way === 'column' ? width : height)) return errors.reference;
    const vector = vectorOf(lineOf(table, way, 0), env);
    if (!vector || isArea(sought) || isGrid(sought)) return errors.value;
    const place = placeIn(sought, vector, near !== false);
    if (place === undefined) return errors.missing;
    return way === 'column' ? cellIn(table, place, at) : cellIn(table, at, place);
  };
}

function lookup([sought, within, results]: readonly Value[], env: Env): Value {
  const { height, width } = sizeOf(within);
  const way = width > height ? 'row' : 'column';
  const isTable = height > 1 && width > 1;
  const vector = vectorOf(isTable ? lineOf(within, way, 0) : within, env);
  if (!vector || isArea(sought) || isGrid(sought)) return errors.value;
  const place = placeBelow(sought, vector);
  if (place === undefined) return errors.missing;
  if (results !== undefined) return along(results, place);
  const last = isTable ? lineOf(within, way, (way === 'row' ? height : width) - 1) : within;
  return along(last, place);
}

/** The value at a place of one row or one column. */
function along(of: Value, place: number): Value {
  return sizeOf(of).width > 1 ? cellIn(of, 0, place) : cellIn(of, place, 0);
}

function match([sought, within, kind]: readonly Value[], env: Env): Value {
  const vector = vectorOf(within, env);
  if (!vector || isArea(sought) || isGrid(sought)) return errors.missing;
  const way = numOr(kind, 1);
  const place =
    way === 0 ? exactPlace(sought, vector) : way > 0 ? placeBelow(sought, vector) : placeAbove(sought, vector);
  return place === undefined ? errors.missing : place + 1;
}

/** The place that XMATCH and XLOOKUP find. */
function laterPlace(sought: Value, vector: Vector, mode: Value, search: Value): number | undefined {
  if (isArea(sought) || isGrid(sought)) return undefined;
  const way = Math.trunc(num(mode));
  const isLast = num(search) === -1;
  if (sought === undefined) return undefined;
  if (way === -1 || way === 1) return nearestPlace(sought, vector, way);
  return exactPlace(sought, vector, { wildcards: way === 2, isLast });
}

function laterMatch([sought, within, mode, search]: readonly Value[], env: Env): Value {
  const vector = vectorOf(within, env);
  const place = vector && laterPlace(sought, vector, mode, search);
  return place === undefined ? errors.missing : place + 1;
}

function laterLookup([sought, within, results, otherwise, mode, search]: readonly Value[], env: Env): Value {
  const vector = vectorOf(within, env);
  if (!vector) return errors.value;
  const place = laterPlace(sought, vector, mode, search);
  if (place === undefined) return otherwise === undefined ? errors.missing : otherwise;
  return lineOf(results, sizeOf(within).width > 1 ? 'column' : 'row', place);
}

/** A cell, a row, a column or all of an area or an array. */
function index([of, row, column, which]: readonly Value[]): Value {
  const wanted = Math.trunc(numOr(which, 1)) - 1;
  const source = isArea(of) && of.parts.length > 1 ? partAt(of, wanted) : of;
  if (isError(source)) return source;
  const { height } = sizeOf(source);
  const isLine = height === 1 && column === undefined;
  const down = isLine ? 0 : Math.trunc(num(row)) - 1;
  const across = Math.trunc(num(isLine ? row : (column ?? oneColumn(source)))) - 1;
  if (down < -1 || across < -1) return errors.value;
  if (isLine && across >= 0) return cellIn(source, 0, across);
  if (down >= 0 && across >= 0) return cellIn(source, down, across);
  if (down >= 0) return lineOf(source, 'row', down);
  return across >= 0 ? lineOf(source, 'column', across) : source;
}

/** Of one column the number of the column may be left out; of several then all of the row is meant. */
function oneColumn(source: Value): number {
  return sizeOf(source).width === 1 ? 1 : 0;
}

function partAt(of: Value, at: number): Value {
  const part = isArea(of) ? of.parts[at] : undefined;
  return part ? { parts: [part] } : errors.reference;
}

function transposed([of]: readonly Value[], env: Env): Value {
  const plain = isArea(of) ? gridOf(of, env) : plainOf(of, env);
  return isGrid(plain) ? turned(plain) : plain;
}

const kept = { isKept: true };

/** Looking up. */
export const lookupFunctions: FunctionTable = {
  VLOOKUP: eager('vrnb', 3, tableLookup('column')),
  HLOOKUP: eager('vrnb', 3, tableLookup('row')),
  LOOKUP: eager('vaa', 2, lookup),
  MATCH: eager('vrn', 2, match, kept),
  XMATCH: eager('vann', 2, laterMatch, kept),
  XLOOKUP: eager('vaaenn', 3, laterLookup),
  INDEX: eager('annd', 2, index),
  TRANSPOSE: eager('r', 1, transposed),
};
