import type { CellError } from '../../../model.ts';
import type { Env } from '../../env.ts';
import { eager, type FunctionTable, open } from '../../function-spec.ts';
import { finite } from '../../operators.ts';
import { errors, type Grid, isError, type Scalar, type Value } from '../../values/value.ts';
import { along, faultIn, gridIn, gridOfRows, numberIn, rowsOf, sized, turned, wholeIn } from './array-arguments.ts';

/** Numbers that rise by a step, row by row. */
function sequence([rows, columns, start, step]: readonly Value[], env: Env): Value {
  const [height, width] = [wholeIn(rows, env) ?? 1, wholeIn(columns, env) ?? 1];
  const [first, each] = [numberIn(start, env) ?? 1, numberIn(step, env) ?? 1];
  if (isError(height)) return height;
  if (isError(width)) return width;
  if (isError(first)) return first;
  if (isError(each)) return each;
  if (height < 0 || width < 0) return errors.value;
  const fault = sized(height, width, env);
  if (fault) return fault;
  return { width, height, values: Array.from({ length: width * height }, (_, n) => finite(first + n * each)) };
}

/** From where to where so many of a number of rows lie; those of a count below 0 lie at the end. */
type Cut = (count: number, of: number) => readonly [from: number, to: number];

const taken: Cut = (count, of) => (count >= 0 ? [0, Math.min(of, count)] : [Math.max(0, of + count), of]);
const dropped: Cut = (count, of) => (count >= 0 ? [Math.min(of, count), of] : [0, Math.max(0, of + count)]);

function cutBy(cut: Cut) {
  return ([of, rows, columns]: readonly Value[], env: Env): Value => {
    const grid = gridIn(of, env);
    const [down, across] = [wholeIn(rows, env), wholeIn(columns, env)];
    const fault = faultIn([down, across]);
    if (fault) return fault;
    const [top, bottom] = typeof down === 'number' ? cut(down, grid.height) : [0, grid.height];
    const [left, right] = typeof across === 'number' ? cut(across, grid.width) : [0, grid.width];
    return gridOfRows(
      rowsOf(grid)
        .slice(top, bottom)
        .map((row) => row.slice(left, right)),
      env,
    );
  };
}

/** Arrays one below the other, as wide as the widest. */
function stacked(args: readonly Value[], env: Env): Value {
  const grids = args.map((arg) => gridIn(arg, env));
  const width = Math.max(...grids.map((grid) => grid.width));
  const height = grids.reduce((sum, grid) => sum + grid.height, 0);
  const fault = sized(height, width, env);
  if (fault) return fault;
  const rows = grids.flatMap(rowsOf).map((row) => padded(row, width, errors.missing));
  return gridOfRows(rows, env);
}

function padded(row: readonly Scalar[], width: number, pad: Scalar): Scalar[] {
  return [...row, ...new Array<Scalar>(width - row.length).fill(pad)];
}

/** The same beside each other. */
function beside(args: readonly Value[], env: Env): Value {
  const grids = args.map((arg) => gridIn(arg, env));
  const height = Math.max(...grids.map((grid) => grid.height));
  const width = grids.reduce((sum, grid) => sum + grid.width, 0);
  const fault = sized(height, width, env);
  if (fault) return fault;
  const all = grids.map((grid) => ({ rows: rowsOf(grid), lost: new Array<Scalar>(grid.width).fill(errors.missing) }));
  return gridOfRows(
    Array.from({ length: height }, (_, n) => all.flatMap(({ rows, lost }) => rows[n] ?? lost)),
    env,
  );
}

/** All cells in one line, without what is left out: 1 empty cells, 2 errors, 3 both. */
function lined([of, ignored, byColumn]: readonly Value[], env: Env): Scalar[] | CellError {
  const out = wholeIn(ignored, env) ?? 0;
  if (isError(out)) return out;
  if (out < 0 || out > 3) return errors.value;
  const grid = gridIn(of, env);
  const values = byColumn === true ? columnByColumn(grid) : grid.values;
  return values.filter((value) => !((out % 2 === 1 && value === undefined) || (out >= 2 && isError(value))));
}

function columnByColumn({ width, height, values }: Grid): Scalar[] {
  return Array.from({ length: values.length }, (_, n) => values[(n % height) * width + Math.floor(n / height)]);
}

function toColumn(args: readonly Value[], env: Env): Value {
  const found = lined(args, env);
  if ('error' in found) return found;
  return gridOfRows(
    found.map((value) => [value]),
    env,
  );
}

function toRow(args: readonly Value[], env: Env): Value {
  const found = lined(args, env);
  return 'error' in found ? found : gridOfRows([found], env);
}

/** Rows, or columns, by their numbers; those below 0 count from the end. */
function chosen(byColumn: boolean) {
  return ([of, ...numbers]: readonly Value[], env: Env): Value =>
    along(gridIn(of, env), byColumn, (grid) => {
      const rows = rowsOf(grid);
      const places = numbers.flatMap((number) => gridIn(number, env).values).map((place) => wholeIn(place, env) ?? 0);
      const fault = faultIn(places);
      if (fault) return fault;
      const found = places.map((place) => rowAt(rows, Number(place)));
      return found.every((row) => row !== undefined) ? gridOfRows(found, env) : errors.value;
    });
}

function rowAt(rows: readonly Scalar[][], place: number): Scalar[] | undefined {
  return place > 0 ? rows[place - 1] : place < 0 ? rows.at(place) : undefined;
}

/** An array with cells beyond its own. */
function expanded([of, rows, columns, pad]: readonly Value[], env: Env): Value {
  const grid = gridIn(of, env);
  const [down, across] = [wholeIn(rows, env) ?? grid.height, wholeIn(columns, env) ?? grid.width];
  if (isError(down)) return down;
  if (isError(across)) return across;
  if (down < grid.height || across < grid.width) return errors.value;
  const fault = sized(down, across, env);
  if (fault) return fault;
  const fill = pad === undefined ? errors.missing : gridIn(pad, env).values[0];
  const wide = rowsOf(grid).map((row) => padded(row, across, fill));
  const below = Array.from({ length: down - grid.height }, () => new Array<Scalar>(across).fill(fill));
  return gridOfRows([...wide, ...below], env);
}

/** One row or column in rows, or columns, of so many. */
function wrapped(byColumn: boolean) {
  return ([of, count, pad]: readonly Value[], env: Env): Value => {
    const { width, height, values } = gridIn(of, env);
    const size = wholeIn(count, env) ?? 0;
    if (isError(size)) return size;
    if (width > 1 && height > 1) return errors.value;
    if (size < 1) return errors.number;
    const wide = Math.min(size, values.length);
    const lines = Math.ceil(values.length / wide);
    const fault = sized(lines, wide, env);
    if (fault) return fault;
    const fill = pad === undefined ? errors.missing : gridIn(pad, env).values[0];
    const grid = { width: wide, height: lines, values: padded(values, wide * lines, fill) };
    return byColumn ? turned(grid) : grid;
  };
}

/** Arrays cut, joined and laid out. */
export const arrayFunctions: FunctionTable = {
  SEQUENCE: eager('aaaa', 1, sequence),
  TAKE: eager('aaa', 2, cutBy(taken)),
  DROP: eager('aaa', 2, cutBy(dropped)),
  VSTACK: open('a', 1, stacked),
  HSTACK: open('a', 1, beside),
  TOCOL: eager('aab', 1, toColumn),
  TOROW: eager('aab', 1, toRow),
  CHOOSEROWS: open('aa', 2, chosen(false)),
  CHOOSECOLS: open('aa', 2, chosen(true)),
  EXPAND: eager('aaaa', 2, expanded),
  WRAPROWS: eager('aaa', 2, wrapped(false)),
  WRAPCOLS: eager('aaa', 2, wrapped(true)),
};
