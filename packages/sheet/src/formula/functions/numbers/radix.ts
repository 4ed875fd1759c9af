import type { CellError } from '../../../model.ts';
import { eager, type FunctionTable, num, numOr, str } from '../../function-spec.ts';
import { errors, type Value } from '../../values/value.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const longestText = 255;

function isRadix(radix: number): boolean {
  return radix >= 2 && radix <= 36;
}

/** The number that digits of a radix write. */
function decimal([text, radix]: readonly Value[]): Value {
  const base = Math.trunc(num(radix));
  const written = str(text).trim().toUpperCase();
  if (!isRadix(base) || written.length > longestText) return errors.number;
  let value = 0;
  for (const letter of written) {
    const digit = digits.indexOf(letter);
    if (digit < 0 || digit >= base) return errors.number;
    value = value * base + digit;
  }
  return value;
}

/** A number in the digits of a radix. */
function based([number, radix, length]: readonly Value[]): Value {
  const [value, base, least] = [Math.trunc(num(number)), Math.trunc(num(radix)), Math.trunc(numOr(length, 0))];
  const isOutside = value < 0 || value >= 2 ** 53 || least < 0 || least > longestText;
  return !isRadix(base) || isOutside ? errors.number : value.toString(base).toUpperCase().padStart(least, '0');
}

/** Ten digits of a radix, the upper half of what they can write below 0. */
const wide = { BIN: [2, 10], OCT: [8, 30], HEX: [16, 40] } as const;
type Notation = keyof typeof wide;
const mostDigits = 10;

function numberOf(text: string, notation: Notation): number | CellError {
  const [base, bits] = wide[notation];
  const written = text.trim().toUpperCase();
  if (written.length > mostDigits) return errors.number;
  const value = decimal([written, base]);
  if (typeof value !== 'number') return errors.number;
  return value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
}

function inNotation(value: number, notation: Notation, places: Value): Value {
  const [base, bits] = wide[notation];
  const half = 2 ** (bits - 1);
  if (value < -half || value >= half) return errors.number;
  if (value < 0) return (value + 2 ** bits).toString(base).toUpperCase();
  const text = value.toString(base).toUpperCase();
  if (places === undefined) return text;
  const length = Math.trunc(num(places));
  return length < text.length || length > mostDigits || length < 1 ? errors.number : text.padStart(length, '0');
}

const fromDecimal = (notation: Notation) =>
  eager('nn', 1, ([value, places]) => inNotation(Math.trunc(num(value)), notation, places));
const toDecimal = (notation: Notation) => eager('s', 1, ([text]) => numberOf(str(text), notation));
const between = (from: Notation, to: Notation) =>
  eager('sn', 1, ([text, places]) => {
    const value = numberOf(str(text), from);
    return typeof value === 'number' ? inNotation(value, to, places) : value;
  });

const mostBits = 2 ** 48;

function bitwise(join: (a: bigint, b: bigint) => bigint) {
  return ([a, b]: readonly Value[]): Value => {
    const both = [num(a), num(b)];
    if (both.some((one) => one < 0 || one >= mostBits || !Number.isInteger(one))) return errors.number;
    return Number(join(BigInt(both[0] ?? 0), BigInt(both[1] ?? 0)));
  };
}

const letters = 'MDCLXVI';
const values = [1000, 500, 100, 50, 10, 5, 1] as const;
const mostRoman = 3999;
const mostForm = 4;

/** A number in Roman digits; a higher form writes fewer of them. */
function roman([number, form]: readonly Value[]): Value {
  const steps = formOf(form);
  let rest = Math.trunc(num(number));
  if (rest < 0 || rest > mostRoman || steps < 0 || steps > mostForm) return errors.value;
  let text = '';
  for (let at = 0; at < values.length; at += 2) {
    const digit = romanDigit(at, rest, steps);
    text += digit.text;
    rest = digit.rest;
  }
  return text;
}

function formOf(form: Value): number {
  if (form === undefined || form === true) return 0;
  return form === false ? mostForm : Math.trunc(num(form));
}

/** How one decimal digit is written, and what then is still to be. */
function romanDigit(at: number, rest: number, steps: number): { readonly text: string; readonly rest: number } {
  const value = values[at] ?? 1;
  const digit = Math.floor(rest / value);
  if (digit % 5 !== 4) {
    const five = digit > 4 ? (letters[at - 1] ?? '') : '';
    return { text: five + (letters[at] ?? '').repeat(digit % 5), rest: rest % value };
  }
  const above = digit === 4 ? at - 1 : at - 2;
  const below = shortest({ at, above, rest, steps });
  const text = (letters[below] ?? '') + (letters[above] ?? '');
  return { text, rest: rest + (values[below] ?? 0) - (values[above] ?? 0) };
}

interface Taken {
  readonly at: number;
  readonly above: number;
  readonly rest: number;
  readonly steps: number;
}

/** The digit that is taken from the one above: as small as the form allows. */
function shortest({ at, above, rest, steps }: Taken): number {
  let below = at;
  for (let step = 0; step < steps && below < values.length - 1; step++) {
    if ((values[above] ?? 0) - (values[below + 1] ?? 0) > rest) break;
    below++;
  }
  return below;
}

function arabic([text]: readonly Value[]): Value {
  const whole = str(text).trim().toUpperCase();
  const isNegative = whole.startsWith('-');
  const digitsOf = isNegative ? whole.slice(1) : whole;
  if (whole.length > longestText) return errors.value;
  let sum = 0;
  let after = 0;
  for (let n = digitsOf.length - 1; n >= 0; n--) {
    const value = values[letters.indexOf(digitsOf.charAt(n))];
    if (value === undefined) return errors.value;
    sum += value < after ? -value : value;
    after = Math.max(after, value);
  }
  return isNegative ? -sum : sum;
}

/** Numbers in other digits, and their bits. */
export const radixFunctions: FunctionTable = {
  DECIMAL: eager('sn', 2, decimal),
  BASE: eager('nnn', 2, based),
  ROMAN: eager('nv', 1, roman),
  ARABIC: eager('s', 1, arabic),
  DEC2BIN: fromDecimal('BIN'),
  DEC2OCT: fromDecimal('OCT'),
  DEC2HEX: fromDecimal('HEX'),
  BIN2DEC: toDecimal('BIN'),
  BIN2OCT: between('BIN', 'OCT'),
  BIN2HEX: between('BIN', 'HEX'),
  OCT2DEC: toDecimal('OCT'),
  OCT2BIN: between('OCT', 'BIN'),
  OCT2HEX: between('OCT', 'HEX'),
  HEX2DEC: toDecimal('HEX'),
  HEX2BIN: between('HEX', 'BIN'),
  HEX2OCT: between('HEX', 'OCT'),
  BITAND: eager(
    'nn',
    2,
    bitwise((a, b) => a & b),
  ),
  BITOR: eager(
    'nn',
    2,
    bitwise((a, b) => a | b),
  ),
  BITXOR: eager(
    'nn',
    2,
    bitwise((a, b) => a ^ b),
  ),
};
