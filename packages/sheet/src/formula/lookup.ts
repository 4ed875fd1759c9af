import { clipped } from './areas.ts';
import { type ColumnIndex, indexOf, keyOfValue, type Ordered } from './cells/column-index.ts';
import { placeFrom } from './cells/grid-column.ts';
import type { Env } from './env.ts';
import { compared } from './values/coerce.ts';
import { type AreaPart, type Grid, isArea, isError, isGrid, type Scalar, type Value } from './values/value.ts';
import { fits, hasWildcards, patternOf } from './values/wildcards.ts';

/** One row or one column of values that is looked through. */
export interface Vector {
  readonly length: number;
  readonly at: (place: number) => Scalar;
  /** Where it is a column of a sheet. */
  readonly column: AreaPart | undefined;
  readonly env: Env;
}

/** The values of a value as one row or one column; undefined where they are more. */
export function vectorOf(value: Value, env: Env): Vector | undefined {
  if (isArea(value)) {
    const [part] = value.parts;
    return part && value.parts.length === 1 ? vectorOfPart(part, env) : undefined;
  }
  const { width, height, values }: Grid = isGrid(value) ? value : { width: 1, height: 1, values: [value] };
  if (width > 1 && height > 1) return undefined;
  return { length: values.length, at: (place) => values[place], column: undefined, env };
}

function vectorOfPart(part: AreaPart, env: Env): Vector | undefined {
  const { sheet, top, left, bottom, right } = clipped(part, env);
  if (top < bottom && left < right) return undefined;
  sheet.ensure({ top, left, bottom, right });
  const isColumn = left === right;
  return {
    length: isColumn ? bottom - top + 1 : right - left + 1,
    at: (place) => (isColumn ? sheet.at(top + place, left) : sheet.at(top, left + place)),
    column: isColumn ? { sheet, top, left, bottom, right } : undefined,
    env,
  };
}

function columnIndex({ column, env }: Vector): ColumnIndex | undefined {
  return column && indexOf(column.sheet.column(column.left), (cells) => env.book.spendCells(cells));
}

/** The first place that holds a value, from 0 on; a text may have wildcards. */
export function exactPlace(
  sought: Scalar,
  vector: Vector,
  { wildcards = true, isLast = false } = {},
): number | undefined {
  if (sought === undefined || isError(sought)) return undefined;
  const key = keyOfValue(sought);
  const index = columnIndex(vector);
  if (wildcards && typeof sought === 'string' && hasWildcards(sought)) {
    const pattern = patternOf(sought);
    const weight = pattern.letters.length / 8;
    return scan(vector, { isLast, weight }, (value) => typeof value === 'string' && fits(value, pattern));
  }
  if (index && vector.column && key !== undefined) {
    const { top, bottom } = vector.column;
    const row = isLast ? index.rowsOf(key, top, bottom).at(-1) : index.firstOf(key, top, bottom);
    return row === undefined ? undefined : row - top;
  }
  return scan(vector, { isLast, weight: 1 / 16 }, (value) => keyOfValue(value) === key);
}

interface Scanning {
  readonly isLast: boolean;
  /** What each letter of a text costs to look at. */
  readonly weight: number;
}

function scan(vector: Vector, { isLast, weight }: Scanning, test: (value: Scalar) => boolean): number | undefined {
  const { length, env } = vector;
  for (let n = 0; n < length; n++) {
    const place = isLast ? length - 1 - n : n;
    const value = vector.at(place);
    env.book.spend(typeof value === 'string' ? 1 + value.length * weight : 1);
    if (test(value)) return place;
  }
  return undefined;
}

/** The last place of a rising row or column that is not above a value; only values of its kind count. */
export function placeBelow(sought: Scalar, vector: Vector): number | undefined {
  const value = sought ?? 0;
  if (isError(value)) return undefined;
  const index = columnIndex(vector);
  if (index && vector.column && typeof value === 'number') return below(index.numbers, value, vector.column);
  if (index && vector.column && typeof value === 'string') return below(index.texts, value, vector.column);
  const places: number[] = [];
  for (let place = 0; place < vector.length; place++) {
    if (typeof vector.at(place) === typeof value) places.push(place);
  }
  vector.env.book.spend(vector.length);
  const count = upperBound(places.length, (n) => compared(vector.at(places[n] ?? 0), value) <= 0);
  return count === 0 ? undefined : places[count - 1];
}

function below<T extends number | string>(
  ordered: Ordered<T>,
  value: T,
  { top, bottom }: AreaPart,
): number | undefined {
  const from = placeFrom(ordered.rows, top);
  const to = placeFrom(ordered.rows, bottom + 1);
  const count = upperBound(to - from, (n) => compared(ordered.values[from + n], value) <= 0);
  const row = count === 0 ? undefined : ordered.rows[from + count - 1];
  return row === undefined ? undefined : row - top;
}

/** How many of so many, from the first on, a condition holds for that holds for the first ones alone. */
function upperBound(length: number, holds: (place: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last place of a falling row or column that is not below a value. */
export function placeAbove(sought: Scalar, vector: Vector): number | undefined {
  const value = sought ?? 0;
  let found: number | undefined;
  for (let place = 0; place < vector.length; place++) {
    const other = vector.at(place);
    vector.env.book.spend(1);
    if (typeof other !== typeof value || isError(other)) continue;
    if (compared(other, value) < 0) break;
    found = place;
  }
  return found;
}

/** The place of a value or else of the next one on a side, whatever the order. */
export function nearestPlace(sought: Scalar, vector: Vector, side: -1 | 1): number | undefined {
  const value = sought ?? 0;
  let best: { readonly place: number; readonly value: Scalar } | undefined;
  for (let place = 0; place < vector.length; place++) {
    const other = vector.at(place);
    vector.env.book.spend(1);
    if (typeof other !== typeof value || isError(other)) continue;
    const order = compared(other, value);
    if (order === 0) return place;
    if (order * side < 0) continue;
    if (!best || compared(other, best.value) * side < 0) best = { place, value: other };
  }
  return best?.place;
}
