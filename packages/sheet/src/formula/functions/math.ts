import { plainOf } from '../areas.ts';
import type { Env } from '../env.ts';
import { eager, type FunctionTable, num, numOr, open } from '../function-spec.ts';
import { finite, power } from '../operators.ts';
import { errors, isError, isGrid, type Scalar, type Value } from '../values/value.ts';
import { numbersIn } from './arguments.ts';

const real = (work: (value: number) => number) => eager('n', 1, ([value]) => finite(work(num(value))));

function modulo([value, by]: readonly Value[]): Value {
  const divisor = num(by);
  if (divisor === 0) return errors.zero;
  const number = num(value);
  // The whole part by the digits that show, so that a rest which is none is 0.
  const rest = number - divisor * Math.floor(Number((number / divisor).toPrecision(15)));
  return Number(rest.toPrecision(15));
}

function logarithm([value, base]: readonly Value[]): Value {
  const [number, foot] = [num(value), numOr(base, 10)];
  if (number <= 0 || foot <= 0) return errors.number;
  if (foot === 1) return errors.zero;
  return foot === 10 ? Math.log10(number) : foot === 2 ? Math.log2(number) : Math.log(number) / Math.log(foot);
}

function product(args: readonly Value[], env: Env): Value {
  const found = numbersIn(args, env);
  if ('error' in found) return found;
  return found.length === 0 ? 0 : finite(found.reduce((all, number) => all * number, 1));
}

/** The sum of the products of what stands at the same place; what is no number counts 0. */
function sumOfProducts(args: readonly Value[], env: Env): Value {
  const all = args.map((arg) => plainOf(arg, { ...env, isArray: true }));
  const grids = all.map((value) => (isGrid(value) ? value : { width: 1, height: 1, values: [value] }));
  const [first] = grids;
  if (!first || grids.some(({ width, height }) => width !== first.width || height !== first.height))
    return errors.value;
  const fault = grids.flatMap(({ values }) => values.find((value) => isError(value)) ?? []).find(isError);
  if (fault) return fault;
  env.book.spendCells(first.values.length * grids.length);
  let sum = 0;
  for (let at = 0; at < first.values.length; at++) {
    let term = 1;
    for (const { values } of grids) term *= factor(values[at]);
    sum += term;
  }
  return finite(sum);
}

function factor(value: Scalar): number {
  return typeof value === 'number' ? value : 0;
}

function sumOfSquares(args: readonly Value[], env: Env): Value {
  const found = numbersIn(args, env);
  return 'error' in found ? found : finite(found.reduce((sum, number) => sum + number * number, 0));
}

function factorial([value]: readonly Value[]): Value {
  const number = Math.trunc(num(value));
  if (number < 0 || number > 170) return errors.number;
  let all = 1;
  for (let n = 2; n <= number; n++) all *= n;
  return all;
}

function combinations([of, taken]: readonly Value[]): Value {
  const [all, some] = [Math.trunc(num(of)), Math.trunc(num(taken))];
  if (all < 0 || some < 0 || some > all) return errors.number;
  let count = 1;
  for (let n = 1; n <= Math.min(some, all - some, mostFactors); n++) count = (count * (all - n + 1)) / n;
  return finite(Math.round(count));
}

const mostFactors = 2000;

function arrangements([of, taken]: readonly Value[]): Value {
  const [all, some] = [Math.trunc(num(of)), Math.trunc(num(taken))];
  if (all < 0 || some < 0 || some > all) return errors.number;
  let count = 1;
  for (let n = 0; n < some && Number.isFinite(count); n++) count *= all - n;
  return finite(count);
}

function common(a: number, b: number): number {
  let [one, other] = [a, b];
  while (other > 0) [one, other] = [other, one % other];
  return one;
}

function divisors(join: (a: number, b: number) => number) {
  return (args: readonly Value[], env: Env): Value => {
    const found = numbersIn(args, env);
    if ('error' in found) return found;
    const whole = found.map(Math.trunc);
    return whole.some((number) => number < 0 || number > Number.MAX_SAFE_INTEGER) ? errors.number : whole.reduce(join);
  };
}

/** Arithmetic. */
export const mathFunctions: FunctionTable = {
  ABS: real(Math.abs),
  SIGN: real(Math.sign),
  MOD: eager('nn', 2, modulo),
  QUOTIENT: eager('nn', 2, ([a, b]) => (num(b) === 0 ? errors.zero : Math.trunc(num(a) / num(b)))),
  POWER: eager('nn', 2, ([a, b]) => power(num(a), num(b))),
  SQRT: real(Math.sqrt),
  EXP: real(Math.exp),
  LN: eager('n', 1, ([value]) => (num(value) <= 0 ? errors.number : Math.log(num(value)))),
  LOG: eager('nn', 1, logarithm),
  LOG10: eager('n', 1, ([value]) => logarithm([value])),
  PI: eager('', 0, () => Math.PI),
  SIN: real(Math.sin),
  COS: real(Math.cos),
  TAN: real(Math.tan),
  ASIN: real(Math.asin),
  ACOS: real(Math.acos),
  ATAN: real(Math.atan),
  ATAN2: eager('nn', 2, ([x, y]) => (num(x) === 0 && num(y) === 0 ? errors.zero : Math.atan2(num(y), num(x)))),
  SINH: real(Math.sinh),
  COSH: real(Math.cosh),
  TANH: real(Math.tanh),
  RADIANS: real((value) => (value / 180) * Math.PI),
  DEGREES: real((value) => (value / Math.PI) * 180),
  FACT: eager('n', 1, factorial),
  COMBIN: eager('nn', 2, combinations),
  PERMUT: eager('nn', 2, arrangements),
  GCD: open('r', 1, divisors(common)),
  LCM: open(
    'r',
    1,
    divisors((a, b) => (a === 0 || b === 0 ? 0 : (a / common(a, b)) * b)),
  ),
  PRODUCT: open('r', 1, product, { isKept: true }),
  SUMPRODUCT: open('a', 1, sumOfProducts, { isKept: true }),
  SUMSQ: open('r', 1, sumOfSquares, { isKept: true }),
};
