import type { CellError } from '../../../model.ts';
import { plainOf } from '../../areas.ts';
import type { Env } from '../../env.ts';
import { toNumber } from '../../values/coerce.ts';
import { errors, type Grid, isError, isGrid, type Scalar, type Value } from '../../values/value.ts';

/** What a function that gives nothing gives. */
export const nothing: CellError = { error: '#CALC!' };

/** An argument as rows and columns: a single value is one of each. */
export function gridIn(of: Value, env: Env): Grid {
  const plain = plainOf(of, { ...env, isArray: true });
  return isGrid(plain) ? plain : { width: 1, height: 1, values: [plain] };
}

/** A grid of rows that are as long as each other; nothing where it has no cell. Throws NotEvaluated for too many. */
export function gridOfRows(rows: readonly (readonly Scalar[])[], env: Env): Value {
  const width = rows[0]?.length ?? 0;
  if (width === 0) return nothing;
  env.book.spend(rows.length * width);
  return { width, height: rows.length, values: rows.flat() };
}

/** The rows of a grid. */
export function rowsOf({ width, height, values }: Grid): Scalar[][] {
  return Array.from({ length: height }, (_, row) => values.slice(row * width, (row + 1) * width));
}

/** Columns in the place of rows. */
export function turned({ width, height, values }: Grid): Grid {
  const found = Array.from({ length: values.length }, (_, n) => values[(n % height) * width + Math.floor(n / height)]);
  return { width: height, height: width, values: found };
}

/** A grid as it is, or turned where columns are what is worked on; and the same of what comes of it. */
export function along(of: Grid, byColumn: boolean, work: (grid: Grid) => Value): Value {
  const made = work(byColumn ? turned(of) : of);
  return byColumn && isGrid(made) ? turned(made) : made;
}

/** A number that may be left out; undefined where it is, an error for what is none. */
export function numberIn(of: Value, env: Env): number | CellError | undefined {
  const plain = plainOf(of, env);
  const value = isGrid(plain) ? plain.values[0] : plain;
  return value === undefined ? undefined : toNumber(value, env.book.has1904Dates);
}

/** The same of a whole number. */
export function wholeIn(of: Value, env: Env): number | CellError | undefined {
  const number = numberIn(of, env);
  return typeof number === 'number' ? Math.trunc(number) : number;
}

/** The first error among values. */
export function faultIn(values: readonly Value[]): CellError | undefined {
  return values.find(isError);
}

/** How many cells a function may make, before it makes them. Throws NotEvaluated. */
export function sized(height: number, width: number, env: Env): CellError | undefined {
  if (height < 1 || width < 1) return nothing;
  if (height > mostRows || width > mostColumns) return errors.value;
  env.book.spend(height * width);
  return undefined;
}

const mostRows = 1_048_576;
const mostColumns = 16_384;
