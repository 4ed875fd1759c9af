import type { CellError } from '../../../model.ts';
import type { Env } from '../../env.ts';
import { eager, type FunctionTable, open } from '../../function-spec.ts';
import { compared, toLogical } from '../../values/coerce.ts';
import { errors, type Grid, isError, type Scalar, type Value } from '../../values/value.ts';
import { along, gridIn, gridOfRows, nothing, rowsOf } from './array-arguments.ts';

/** Numbers before texts before truth values before errors; empty cells behind all, whichever way it goes. */
function order(a: Scalar, b: Scalar, way: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (isError(a) || isError(b)) return way * (Number(isError(a)) - Number(isError(b)));
  return way * compared(a, b);
}

interface SortKey {
  /** By the place of a row. */
  readonly values: readonly Scalar[];
  readonly way: number;
}

/** The places of rows in the order of their keys; rows of equal keys stay as they are. */
function sortedPlaces(count: number, keys: readonly SortKey[], env: Env): number[] {
  env.book.spend(Math.ceil(count * keys.length * Math.log2(count + 1)));
  return Array.from({ length: count }, (_, n) => n).sort((a, b) => {
    for (const { values, way } of keys) {
      const found = order(values[a], values[b], way);
      if (found !== 0) return found;
    }
    return a - b;
  });
}

/** Ways to sort: 1 rising, -1 falling. */
function waysIn(of: Value, env: Env): readonly number[] | CellError {
  if (of === undefined) return [1];
  const { values } = gridIn(of, env);
  return values.every((way) => way === 1 || way === -1) ? values.map(Number) : errors.value;
}

function sort([of, index, ways, byColumn]: readonly Value[], env: Env): Value {
  return along(gridIn(of, env), byColumn === true, (grid) => {
    const places = index === undefined ? [1] : gridIn(index, env).values;
    const found = waysIn(ways, env);
    if ('error' in found) return found;
    const isInside = places.every((place) => typeof place === 'number' && place >= 1 && place <= grid.width);
    if (!isInside || (found.length > 1 && found.length !== places.length)) return errors.value;
    const rows = rowsOf(grid);
    const keys = places.map((place, n) => ({
      values: rows.map((row) => row[Math.trunc(Number(place)) - 1]),
      way: found[found.length === 1 ? 0 : n] ?? 1,
    }));
    return gridOfRows(
      sortedPlaces(rows.length, keys, env).map((n) => rows[n] ?? []),
      env,
    );
  });
}

/** Sorted by other rows or columns, each with its own way. */
function sortBy([of, ...pairs]: readonly Value[], env: Env): Value {
  const grid = gridIn(of, env);
  const keys: SortKey[] = [];
  let byColumn: boolean | undefined;
  for (let at = 0; at < pairs.length; at += 2) {
    const by = gridIn(pairs[at], env);
    const ways = waysIn(pairs[at + 1], env);
    if ('error' in ways) return ways;
    const isRow = by.height === 1 && by.width === grid.width && grid.width > 1;
    const isColumn = by.width === 1 && by.height === grid.height;
    if ((!isRow && !isColumn) || (byColumn !== undefined && byColumn !== (isRow && !isColumn))) return errors.value;
    byColumn = isRow && !isColumn;
    keys.push({ values: by.values, way: ways[0] ?? 1 });
  }
  return along(grid, byColumn === true, (turned) => {
    const rows = rowsOf(turned);
    return gridOfRows(
      sortedPlaces(rows.length, keys, env).map((n) => rows[n] ?? []),
      env,
    );
  });
}

/** The rows, or the columns, of which a condition is true. */
function filtered([of, include, otherwise]: readonly Value[], env: Env): Value {
  const grid = gridIn(of, env);
  const test = gridIn(include, env);
  const isColumn = test.width === 1 && test.height === grid.height;
  const isRow = test.height === 1 && test.width === grid.width;
  if (!isColumn && !isRow) return errors.value;
  const holds = test.values.map((value) => (typeof value === 'string' ? errors.value : toLogical(value)));
  const fault = holds.find(isError);
  if (fault) return fault;
  const found = along(grid, !isColumn, (turned) =>
    gridOfRows(
      rowsOf(turned).filter((_, n) => holds[n] === true),
      env,
    ),
  );
  return found === nothing && otherwise !== undefined ? otherwise : found;
}

/** The same for values that count as one. */
function sameness(value: Scalar): string {
  if (value === undefined) return 'e';
  if (isError(value)) return `!${value.error}`;
  return typeof value === 'string' ? `s${value.toLowerCase()}` : `${typeof value}${String(value)}`;
}

/** Each row once, or those alone that are there once. */
function unique([of, byColumn, once]: readonly Value[], env: Env): Value {
  return along(gridIn(of, env), byColumn === true, (grid) => {
    env.book.spend(grid.values.length);
    const counts = new Map<string, { readonly row: readonly Scalar[]; count: number }>();
    for (const row of rowsOf(grid)) {
      const key = row.map((value) => JSON.stringify(sameness(value))).join();
      const known = counts.get(key);
      if (known) known.count++;
      else counts.set(key, { row, count: 1 });
    }
    const found = [...counts.values()].filter(({ count }) => once !== true || count === 1);
    return gridOfRows(
      found.map(({ row }) => row),
      env,
    );
  });
}

/** The sums of products of rows and columns. */
function multiplied([left, right]: readonly Value[], env: Env): Value {
  const [a, b] = [gridIn(left, env), gridIn(right, env)];
  const fault = [...a.values, ...b.values].find(isError);
  if (fault) return fault;
  if (a.width !== b.height || !isNumeric(a) || !isNumeric(b)) return errors.value;
  env.book.spend(a.height * b.width * a.width);
  const values: Scalar[] = [];
  for (let row = 0; row < a.height; row++) {
    for (let column = 0; column < b.width; column++) {
      let sum = 0;
      for (let n = 0; n < a.width; n++) {
        sum += Number(a.values[row * a.width + n]) * Number(b.values[n * b.width + column]);
      }
      values.push(Number.isFinite(sum) ? sum : errors.number);
    }
  }
  return { width: b.width, height: a.height, values };
}

function isNumeric({ values }: Grid): boolean {
  return values.every((value) => typeof value === 'number');
}

/** Arrays in another order, or of other rows. */
export const sortingFunctions: FunctionTable = {
  SORT: eager('aaab', 1, sort),
  SORTBY: open('aaa', 2, sortBy, { repeats: 2 }),
  FILTER: eager('aaa', 2, filtered),
  UNIQUE: eager('abb', 1, unique),
  MMULT: eager('aa', 2, multiplied),
};
