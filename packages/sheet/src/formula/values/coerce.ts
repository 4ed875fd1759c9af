import { showGeneral } from '../../format/number-format.ts';
import type { CellError } from '../../model.ts';
import { numberOfText } from './text-number.ts';
import { errors, isError, type Scalar } from './value.ts';

/** A value as a number: a truth value counts 1 or 0, an empty cell 0, a text what it would be if typed in. */
export function toNumber(value: Scalar, has1904Dates: boolean): number | CellError {
  switch (typeof value) {
    case 'number':
      return value;
    case 'undefined':
      return 0;
    case 'boolean':
      return value ? 1 : 0;
    case 'string':
      return numberOfText(value, has1904Dates) ?? errors.value;
    default:
      return value;
  }
}

/** A value as a text: a number as General shows it, a truth value by its word. */
export function toText(value: Scalar): string | CellError {
  switch (typeof value) {
    case 'string':
      return value;
    case 'undefined':
      return '';
    case 'boolean':
      return value ? 'TRUE' : 'FALSE';
    case 'number':
      return textOfNumber(value);
    default:
      return value;
  }
}

/** At most 15 digits, as a spreadsheet keeps them. */
export function textOfNumber(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) return String(value);
  if (size >= 1e-4 && size < 1e15) return String(Number(value.toPrecision(15)));
  if (size >= 1e15 && size < 1e20) return BigInt(Number(value.toPrecision(15))).toString();
  const [digits = '', power = '0'] = Number(value.toPrecision(15)).toExponential().split('e');
  if (size < 1e-4 && digits.replace(/[-.]/g, '').length - Number(power) <= 20) return showGeneral(value);
  const exponent = Number(power);
  return `${digits}E${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** A value as a truth value: 0 is false, and so is an empty cell; of texts only the two words are one. */
export function toLogical(value: Scalar): boolean | CellError {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'number':
      return value !== 0;
    case 'undefined':
      return false;
    case 'string':
      return logicalOfText(value);
    default:
      return value;
  }
}

function logicalOfText(text: string): boolean | CellError {
  const word = text.toUpperCase();
  if (word === 'TRUE') return true;
  return word === 'FALSE' ? false : errors.value;
}

/**
 * As a spreadsheet orders values: numbers before texts before truth values, texts without case; an empty cell is what
 * it is compared with would be if it were empty. Errors are not ordered: whoever calls has looked for them.
 */
export function compared(a: Scalar, b: Scalar): number {
  const left = a ?? emptyLike(b);
  const right = b ?? emptyLike(a);
  if (typeof left === 'number' && typeof right === 'number') return numberOrder(left, right);
  const order = kindOf(left) - kindOf(right);
  if (order !== 0) return order;
  if (typeof left === 'string' && typeof right === 'string') return textOrder(left, right);
  return Number(left) - Number(right);
}

function emptyLike(other: Scalar): Scalar {
  if (typeof other === 'string') return '';
  return typeof other === 'boolean' ? false : 0;
}

function kindOf(value: Scalar): number {
  if (typeof value === 'number') return 0;
  if (typeof value === 'string') return 1;
  return isError(value) ? 3 : 2;
}

/** Numbers that agree in 15 digits are equal. */
function numberOrder(a: number, b: number): number {
  if (a === b) return 0;
  const apart = Math.abs(a - b);
  if (apart <= Math.abs(a) * 1e-14 && a.toPrecision(15) === b.toPrecision(15)) return 0;
  return a < b ? -1 : 1;
}

/** The order of letters in a language: signs before digits before letters, a letter with an accent beside the one without. */
const collator = new Intl.Collator('en', { sensitivity: 'accent' });

/** Texts by letter, without case; what differs otherwise is never equal. */
export function textOrder(a: string, b: string): number {
  const left = a.toLowerCase();
  const right = b.toLowerCase();
  if (left === right) return 0;
  return Math.sign(collator.compare(left, right)) || (left < right ? -1 : 1);
}
