import { eager, type FunctionTable, num, numOr } from '../function-spec.ts';
import { errors, type Value } from '../values/value.ts';

/** To so many digits, a half away from 0, by the 15 digits that a number shows. */
export function rounded(value: number, digits: number): number {
  return toDigits(value, digits, (size) => Math.floor(size + 0.5));
}

function toDigits(value: number, digits: number, how: (size: number) => number): number {
  const places = Math.trunc(digits);
  if (value === 0 || places > 20) return value;
  if (places < -308) return 0;
  const size = shifted(Number(Math.abs(value).toPrecision(15)), places);
  if (!Number.isFinite(size) || size >= 1e15) return value;
  return Math.sign(value) * shifted(how(size), -places);
}

/** Times a power of ten, without the rest that a product of fractions leaves. */
function shifted(size: number, places: number): number {
  const [digits = '0', power = '0'] = size.toExponential().split('e');
  return Number(`${digits}e${Number(power) + places}`);
}

const up = (size: number) => (Number.isInteger(size) ? size : Math.ceil(size));

/** The next multiple of a step, towards one side. */
function multiple(value: number, step: number, how: (count: number) => number): number {
  if (step === 0) return 0;
  const count = Number((value / step).toPrecision(15));
  return Number((how(count) * step).toPrecision(15));
}

function ceiling([value, step]: readonly Value[]): Value {
  const [number, size] = [num(value), num(step)];
  if (number > 0 && size < 0) return errors.number;
  return multiple(number, size, Math.ceil);
}

function floor([value, step]: readonly Value[]): Value {
  const [number, size] = [num(value), num(step)];
  if (size === 0) return number === 0 ? 0 : errors.zero;
  if (number > 0 && size < 0) return errors.number;
  return multiple(number, size, Math.floor);
}

/** CEILING.MATH and FLOOR.MATH: the sign of the step is nothing; a mode turns round what negative numbers do. */
function mathWay(towards: 'up' | 'down') {
  return ([value, step, mode]: readonly Value[]): Value => {
    const number = num(value);
    const isUp = (towards === 'up') !== (number < 0 && num(mode) !== 0);
    return multiple(number, Math.abs(numOr(step, 1)), isUp ? Math.ceil : Math.floor);
  };
}

function nearest([value, step]: readonly Value[]): Value {
  const [number, size] = [num(value), num(step)];
  if (number * size < 0) return errors.number;
  return size === 0 ? 0 : multiple(number, size, (count) => Math.floor(count + 0.5));
}

/** Away from 0 to the next even or odd number. */
function awayTo(rest: number) {
  return ([value]: readonly Value[]): Value => {
    const number = num(value);
    const size = Math.ceil(Math.abs(number));
    const found = size % 2 === rest ? size : size + 1;
    return number < 0 ? -found : found;
  };
}

/** Rounding. */
export const roundingFunctions: FunctionTable = {
  ROUND: eager('nn', 2, ([value, digits]) => rounded(num(value), num(digits))),
  ROUNDUP: eager('nn', 2, ([value, digits]) => toDigits(num(value), num(digits), up)),
  ROUNDDOWN: eager('nn', 2, ([value, digits]) => toDigits(num(value), num(digits), Math.floor)),
  INT: eager('n', 1, ([value]) => Math.floor(num(value))),
  TRUNC: eager('nn', 1, ([value, digits]) => toDigits(num(value), num(digits), Math.floor)),
  CEILING: eager('nn', 2, ceiling),
  'CEILING.MATH': eager('ndn', 1, mathWay('up')),
  'CEILING.PRECISE': eager('nd', 1, mathWay('up')),
  'ISO.CEILING': eager('nd', 1, mathWay('up')),
  FLOOR: eager('nn', 2, floor),
  'FLOOR.MATH': eager('ndn', 1, mathWay('down')),
  'FLOOR.PRECISE': eager('nd', 1, mathWay('down')),
  MROUND: eager('nn', 2, nearest),
  EVEN: eager('n', 1, awayTo(0)),
  ODD: eager('n', 1, awayTo(1)),
};
