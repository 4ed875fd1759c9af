import { onlyCell, plainOf, scalarOf } from '../areas.ts';
import type { Env } from '../env.ts';
import { NotEvaluated, notEvaluated } from '../faults.ts';
import { type FunctionTable, num, open } from '../function-spec.ts';
import { lifted } from '../operators.ts';
import { toNumber } from '../values/coerce.ts';
import { type AreaPart, errors, isArea, isError, isGrid, type Scalar, type Value } from '../values/value.ts';
import { rankFunctions } from './ranks.ts';
import { statistics } from './statistics.ts';

type Statistic = (numbers: readonly number[]) => Value;

const { sum, average, least, most, product, variance, varianceOfAll, deviation, deviationOfAll } = statistics;
/** By number; the second and the third count. */
const byNumber: readonly (Statistic | undefined)[] = [
  undefined,
  average,
  undefined,
  undefined,
  most,
  least,
  product,
  deviation,
  deviationOfAll,
  sum,
  variance,
  varianceOfAll,
];
const byRank: Readonly<Record<number, string>> = {
  12: 'MEDIAN',
  13: 'MODE.SNGL',
  14: 'LARGE',
  15: 'SMALL',
  16: 'PERCENTILE.INC',
  17: 'QUARTILE.INC',
  18: 'PERCENTILE.EXC',
  19: 'QUARTILE.EXC',
};

interface Skipping {
  readonly hidden: boolean;
  /** Rows that a filter hides. */
  readonly filtered: boolean;
  readonly errors: boolean;
  readonly totals: boolean;
}

/** The values of areas, without those of hidden rows, those that are totals themselves, or errors. */
function valuesOf(args: readonly Value[], skips: Skipping, env: Env): Scalar[] {
  return args.flatMap((arg): readonly Scalar[] => {
    if (isGrid(arg)) return arg.values.filter((value) => !(skips.errors && isError(value)));
    return isArea(arg) ? arg.parts.flatMap((part) => valuesIn(part, skips, env)) : [];
  });
}

function valuesIn(part: AreaPart, skips: Skipping, env: Env): Scalar[] {
  const { sheet, top, left, bottom, right } = part;
  sheet.ensure(part);
  const last = { row: Math.min(bottom, sheet.lastRow), column: Math.min(right, sheet.lastColumn) };
  env.book.spend(Math.max(1, last.row - top) * Math.max(1, last.column - left));
  const found: Scalar[] = [];
  for (let row = top; row <= last.row; row++) {
    const held = sheet.rowAt(row);
    if (!held || (held.isHidden && (skips.hidden || (skips.filtered && sheet.isFilteredOut(row))))) continue;
    const cells = held.cells.filter(({ column }) => column >= left && column <= right);
    const counted = skips.totals ? cells.filter(({ isTotal }) => !isTotal) : cells;
    for (const { column } of counted) found.push(sheet.at(row, column));
  }
  return found.filter((value) => value !== undefined && !(skips.errors && isError(value)));
}

function statistic(number: number, values: readonly Scalar[]): Value {
  if (number === 3) return values.length;
  const fault = values.find((value) => isError(value));
  const numbers = values.filter((value) => typeof value === 'number');
  if (number === 2) return numbers.length;
  return fault ?? byNumber[number]?.(numbers) ?? errors.value;
}

/** Statistics of what is seen, totals of totals left out (18.17.7.315). */
function subtotal([which, ...args]: readonly Value[], env: Env): Value {
  const asked = Math.trunc(num(which));
  const number = asked > 100 ? asked - 100 : asked;
  if (number < 1 || number > 11 || args.some((arg) => !isArea(arg))) return errors.value;
  const skips = { hidden: asked > 100, filtered: true, errors: false, totals: true };
  return statistic(number, valuesOf(args, skips, env));
}

function aggregate([which, options, ...args]: readonly Value[], env: Env): Value {
  const number = Math.trunc(num(which));
  const way = Math.trunc(num(options));
  if (number < 1 || number > 19 || way < 0 || way > 7) return errors.value;
  const skips = { hidden: way % 2 === 1, filtered: false, errors: [2, 3, 6, 7].includes(way), totals: way < 4 };
  const name = byRank[number];
  const values = valuesOf(number >= 14 ? args.slice(0, 1) : args, skips, env);
  if (name === undefined) return statistic(number, values);
  const spec = rankFunctions[name];
  if (!spec || !('call' in spec)) return errors.value;
  const grid = { width: 1, height: values.length, values };
  if (number < 14) return spec.call([grid], env);
  if (args.length < 2) return errors.value;
  return placesOf(args[1], env, (place) => scalarOf(spec.call([grid, place], env), env));
}

/** What a place among numbers gives; each of an array of places. */
function placesOf(of: Value, env: Env, work: (place: number) => Scalar): Value {
  // Which of several cells counts depends on where the formula stands, and results are kept for all places.
  if (isArea(of) && !onlyCell(of) && !env.isArray) throw new NotEvaluated(notEvaluated(['AGGREGATE']));
  const at = (place: Scalar) => {
    const number = toNumber(place, env.book.has1904Dates);
    return typeof number === 'number' ? work(number) : number;
  };
  const places = plainOf(of, env);
  return isGrid(places) ? lifted([places], env, ([place]) => at(place)) : at(places);
}

/** Statistics that leave out what is hidden, wrong or a total itself. */
export const subtotalFunctions: FunctionTable = {
  SUBTOTAL: open('nr', 2, subtotal, { isKept: true }),
  AGGREGATE: open('nna', 3, aggregate, { isKept: true }),
};
