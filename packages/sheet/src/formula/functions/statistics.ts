import { countIn } from '../areas.ts';
import type { Totalled } from '../cells/running-totals.ts';
import type { Env } from '../env.ts';
import { type EagerFunction, eager, type FunctionTable, num, open } from '../function-spec.ts';
import { finite } from '../operators.ts';
import { errors, isArea, isError, isGrid, type Value } from '../values/value.ts';
import { numbersIn, scalars, sortedIn } from './arguments.ts';

/** A statistic of numbers, kept for the same cells. */
function of(work: (numbers: readonly number[]) => Value): EagerFunction {
  const call = (args: readonly Value[], env: Env) => {
    const found = numbersIn(args, env);
    return 'error' in found ? found : work(found);
  };
  return open('r', 1, call, { isKept: true });
}

/** The statistics of numbers by their names, for SUBTOTAL and AGGREGATE too. */
export const statistics = {
  sum: (numbers: readonly number[]): Value => finite(numbers.reduce((sum, number) => sum + number, 0)),
  average: (numbers: readonly number[]): Value =>
    numbers.length === 0 ? errors.zero : finite(numbers.reduce((sum, number) => sum + number, 0) / numbers.length),
  least: (numbers: readonly number[]): Value => numbers.reduce((least, n) => Math.min(least, n), numbers[0] ?? 0),
  most: (numbers: readonly number[]): Value => numbers.reduce((most, n) => Math.max(most, n), numbers[0] ?? 0),
  product: (numbers: readonly number[]): Value =>
    numbers.length === 0 ? 0 : finite(numbers.reduce((all, number) => all * number, 1)),
  variance: (numbers: readonly number[]): Value => spread(numbers, numbers.length - 1),
  varianceOfAll: (numbers: readonly number[]): Value => spread(numbers, numbers.length),
  deviation: (numbers: readonly number[]): Value => root(spread(numbers, numbers.length - 1)),
  deviationOfAll: (numbers: readonly number[]): Value => root(spread(numbers, numbers.length)),
} as const;

function spread(numbers: readonly number[], by: number): Value {
  if (by < 1) return errors.zero;
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return finite(numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / by);
}

function root(value: Value): Value {
  return typeof value === 'number' ? Math.sqrt(value) : value;
}

/** As `of`, but a single column goes on from the last total of it. */
function totalling(told: (total: Totalled) => Value, work: (numbers: readonly number[]) => Value): EagerFunction {
  const whole = of(work);
  const call = (args: readonly Value[], env: Env): Value => {
    const [part] = args.length === 1 && isArea(args[0]) && args[0].parts.length === 1 ? args[0].parts : [];
    if (!part || part.left !== part.right) return whole.call(args, env);
    const total = env.book.totals.of(part, (cells) => env.book.spendCells(cells));
    return total.fault ?? told(total);
  };
  return open('r', 1, call, { isKept: true });
}

/** Counts what a test is true of; empty cells are passed over. */
function counting(test: (value: Value, isFromArea: boolean) => boolean): EagerFunction {
  const call = (args: readonly Value[], env: Env) => {
    let count = 0;
    scalars(args, env, (value, isFromArea) => {
      if (test(value, isFromArea)) count++;
    });
    return count;
  };
  return open('r', 1, call, { isKept: true });
}

function isCounted(value: Value, isFromArea: boolean): boolean {
  if (typeof value === 'number') return true;
  return !isFromArea && (typeof value === 'boolean' || (typeof value === 'string' && Number.isFinite(Number(value))));
}

function blanks([of]: readonly Value[], env: Env): Value {
  if (isGrid(of)) return of.values.filter((value) => value === undefined || value === '').length;
  if (!isArea(of)) return errors.value;
  let filled = 0;
  scalars([of], env, (value) => {
    if (value !== '') filled++;
  });
  return countIn(of) - filled;
}

/** As the numbers of areas, with truth values and texts counted as 1 and 0. */
function withAll(work: (numbers: readonly number[]) => Value): EagerFunction {
  const call = (args: readonly Value[], env: Env): Value => {
    const numbers: number[] = [];
    let fault: Value;
    scalars(args, env, (value) => {
      if (isError(value)) fault ??= value;
      else if (value !== undefined) numbers.push(typeof value === 'number' ? value : Number(value === true));
    });
    return fault ?? work(numbers);
  };
  return open('r', 1, call, { isKept: true });
}

/** Deviations from the mean, squared and summed. */
function squares(numbers: readonly number[]): Value {
  const found = spread(numbers, numbers.length);
  return typeof found === 'number' ? found * numbers.length : errors.number;
}

function geometricMean(numbers: readonly number[]): Value {
  if (numbers.length === 0 || numbers.some((number) => number <= 0)) return errors.number;
  return Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);
}

function harmonicMean(numbers: readonly number[]): Value {
  if (numbers.length === 0 || numbers.some((number) => number <= 0)) return errors.number;
  return numbers.length / numbers.reduce((sum, number) => sum + 1 / number, 0);
}

/** The mean distance from the mean. */
function meanDistance(numbers: readonly number[]): Value {
  if (numbers.length === 0) return errors.number;
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return finite(numbers.reduce((sum, number) => sum + Math.abs(number - mean), 0) / numbers.length);
}

/** The mean without a share of the least and the most. */
function trimmedMean([of, share]: readonly Value[], env: Env): Value {
  const sorted = sortedIn([of], env);
  if ('error' in sorted) return sorted;
  const part = num(share);
  if (part < 0 || part >= 1 || sorted.length === 0) return errors.number;
  const out = Math.floor(Number(((sorted.length * part) / 2).toPrecision(15)));
  return statistics.average(sorted.slice(out, sorted.length - out));
}

/** Sums, means, counts and spreads. */
export const statisticFunctions: FunctionTable = {
  SUM: totalling(({ sum }) => finite(sum), statistics.sum),
  AVERAGE: totalling(({ sum, count }) => (count === 0 ? errors.zero : finite(sum / count)), statistics.average),
  AVERAGEA: withAll(statistics.average),
  MIN: totalling(({ least, count }) => (count === 0 ? 0 : least), statistics.least),
  MAX: totalling(({ most, count }) => (count === 0 ? 0 : most), statistics.most),
  MINA: withAll(statistics.least),
  MAXA: withAll(statistics.most),
  COUNT: counting(isCounted),
  COUNTA: counting(() => true),
  COUNTBLANK: { kinds: 'r', least: 1, most: 1, repeats: 0, call: blanks, isKept: true },
  VAR: of(statistics.variance),
  'VAR.S': of(statistics.variance),
  VARP: of(statistics.varianceOfAll),
  'VAR.P': of(statistics.varianceOfAll),
  STDEV: of(statistics.deviation),
  'STDEV.S': of(statistics.deviation),
  STDEVP: of(statistics.deviationOfAll),
  'STDEV.P': of(statistics.deviationOfAll),
  DEVSQ: of(squares),
  GEOMEAN: of(geometricMean),
  HARMEAN: of(harmonicMean),
  AVEDEV: of(meanDistance),
  TRIMMEAN: eager('rn', 2, trimmedMean),
};
