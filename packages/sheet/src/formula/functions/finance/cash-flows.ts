import type { CellError } from '../../../model.ts';
import { plainOf } from '../../areas.ts';
import type { Env } from '../../env.ts';
import { eager, type FunctionTable, num, numOr, open } from '../../function-spec.ts';
import { finite } from '../../operators.ts';
import { toNumber } from '../../values/coerce.ts';
import { errors, isArea, isError, isGrid, type Scalar, type Value } from '../../values/value.ts';
import { rateWhere } from './rate-where.ts';

/** The numbers of cash flows in their order, row by row; what is no number in cells is passed over. */
function flowsIn(args: readonly Value[], env: Env): number[] | CellError {
  const values = args.flatMap((arg) => flowsOf(arg, env));
  env.book.spendCells(values.length);
  return values.find(isError) ?? values.filter((value) => typeof value === 'number');
}

function flowsOf(arg: Value, env: Env): readonly Scalar[] {
  const plain = plainOf(arg, { ...env, isArray: true });
  if (isGrid(plain)) return plain.values;
  return [isArea(arg) ? plain : toNumber(plain, env.book.has1904Dates)];
}

/** What flows at the ends of periods are worth before the first of them. */
function worth(flows: readonly number[], rate: number): number {
  // From the last on: no power grows beyond all numbers.
  let sum = 0;
  for (let n = flows.length - 1; n >= 0; n--) sum = (sum + (flows[n] ?? 0)) / (1 + rate);
  return sum;
}

function netWorth([rate, ...rest]: readonly Value[], env: Env): Value {
  const flows = flowsIn(rest, env);
  if ('error' in flows) return flows;
  return num(rate) === -1 ? errors.zero : finite(worth(flows, num(rate)));
}

function goesBothWays(flows: readonly number[]): boolean {
  return flows.some((flow) => flow > 0) && flows.some((flow) => flow < 0);
}

function innerRate([values, guess]: readonly Value[], env: Env): Value {
  const flows = flowsIn([values], env);
  if ('error' in flows) return flows;
  const first = numOr(guess, 0.1);
  if (!goesBothWays(flows) || first <= -1) return errors.number;
  return rateWhere((rate) => worth(flows, rate), first, env, flows.length) ?? errors.number;
}

/** Flows with the years from the first of them. */
interface Dated {
  readonly flows: readonly number[];
  readonly years: readonly number[];
}

function datedIn(values: Value, dates: Value, env: Env): Dated | CellError {
  const [flows, days] = [wholeNumbers(values, env), wholeNumbers(dates, env)];
  if ('error' in flows) return flows;
  if ('error' in days) return days;
  const first = Math.trunc(days[0] ?? 0);
  const isBefore = days.some((day) => Math.trunc(day) < first || day < 0);
  if (flows.length !== days.length || flows.length === 0 || isBefore) return errors.number;
  return { flows, years: days.map((day) => (Math.trunc(day) - first) / 365) };
}

/** The values of an argument, each a number. */
function wholeNumbers(of: Value, env: Env): number[] | CellError {
  const plain = plainOf(of, { ...env, isArray: true });
  const values: readonly Scalar[] = isGrid(plain) ? plain.values : [plain];
  env.book.spendCells(values.length);
  const numbers: number[] = [];
  for (const value of values) {
    if (isError(value)) return value;
    if (typeof value !== 'number') return errors.value;
    numbers.push(value);
  }
  return numbers;
}

function datedWorth({ flows, years }: Dated, rate: number): number {
  return flows.reduce((sum, flow, n) => sum + flow / (1 + rate) ** (years[n] ?? 0), 0);
}

function netWorthByDates([rate, values, dates]: readonly Value[], env: Env): Value {
  const dated = datedIn(values, dates, env);
  if ('error' in dated) return dated;
  return num(rate) < 0 ? errors.number : finite(datedWorth(dated, num(rate)));
}

function innerRateByDates([values, dates, guess]: readonly Value[], env: Env): Value {
  const dated = datedIn(values, dates, env);
  if ('error' in dated) return dated;
  const first = numOr(guess, 0.1);
  if (!goesBothWays(dated.flows) || first <= -1) return errors.number;
  return rateWhere((rate) => datedWorth(dated, rate), first, env, dated.flows.length) ?? errors.number;
}

/** Flows of money over periods and dates. */
export const cashFlowFunctions: FunctionTable = {
  NPV: open('nr', 2, netWorth),
  IRR: eager('rn', 1, innerRate),
  XNPV: eager('naa', 3, netWorthByDates),
  XIRR: eager('aan', 2, innerRateByDates),
};
