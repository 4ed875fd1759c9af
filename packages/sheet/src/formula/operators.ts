import { areaIn, crossed, onlyCell, plainOf } from './areas.ts';
import type { Env } from './env.ts';
import { compared, toNumber, toText } from './values/coerce.ts';
import { errors, type Grid, gridAt, isArea, isError, isGrid, type Scalar, type Value } from './values/value.ts';

/** The value of two values under an operator, cell by cell where one of them is an array. */
export function binary(operator: string, [left, right]: readonly [Value, Value], env: Env): Value {
  const a = plainOf(left, env);
  const b = plainOf(right, env);
  if (!isGrid(a) && !isGrid(b)) return pair(operator, a, b, env);
  return lifted([a, b], env, ([x, y]) => pair(operator, x, y, env));
}

/** What a cell of an array costs beside an operator. */
const cellSteps = 2;

/** A function of single values over arrays: each with its like, single values with all. */
export function lifted(args: readonly (Scalar | Grid)[], env: Env, work: (values: readonly Scalar[]) => Scalar): Value {
  let height = 1;
  let width = 1;
  for (const arg of args) {
    if (!isGrid(arg)) continue;
    height = Math.max(height, arg.height);
    width = Math.max(width, arg.width);
  }
  env.book.spend(height * width * cellSteps);
  const values: Scalar[] = [];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      values.push(work(args.map((arg) => (isGrid(arg) ? gridAt(arg, row, column) : arg))));
    }
  }
  return { width, height, values };
}

function pair(operator: string, a: Scalar, b: Scalar, { book }: Env): Scalar {
  if (isError(a)) return a;
  if (isError(b)) return b;
  if (typeof a === 'string' && a.length > longText) book.spendCells(a.length);
  switch (operator) {
    case '=':
      return compared(a, b) === 0;
    case '<>':
      return compared(a, b) !== 0;
    case '<':
      return compared(a, b) < 0;
    case '<=':
      return compared(a, b) <= 0;
    case '>':
      return compared(a, b) > 0;
    case '>=':
      return compared(a, b) >= 0;
    case '&':
      return joinedText(a, b);
    default:
      return calculated(operator, toNumber(a, book.has1904Dates), toNumber(b, book.has1904Dates));
  }
}

/** Characters that a cell may hold, and from where on a text is work. */
const longestText = 32_767;
const longText = 64;

function joinedText(a: Scalar, b: Scalar): Scalar {
  const left = toText(a);
  const right = toText(b);
  if (typeof left !== 'string') return left;
  if (typeof right !== 'string') return right;
  return left.length + right.length > longestText ? errors.value : left + right;
}

function calculated(operator: string, a: Scalar, b: Scalar): Scalar {
  if (typeof a !== 'number') return a;
  if (typeof b !== 'number') return b;
  switch (operator) {
    case '+':
      return finite(a + b);
    case '-':
      return finite(a - b);
    case '*':
      return finite(a * b);
    case '/':
      return b === 0 ? errors.zero : finite(a / b);
    case '^':
      return power(a, b);
    default:
      return errors.value;
  }
}

/** A power; 0 to the 0 is no number. */
export function power(a: number, b: number): Scalar {
  if (a === 0 && b === 0) return errors.number;
  if (a === 0 && b < 0) return errors.zero;
  return finite(a ** b);
}

/** A number that is none, or too large, is an error. */
export function finite(number: number): Scalar {
  return Number.isFinite(number) ? number : errors.number;
}

/** The value under a sign, a percent sign, or `@`, which takes the cell in the formula's row or column. */
export function unary(operator: string, of: Value, env: Env): Value {
  if (operator === '@') return isArea(of) ? crossed(of, env) : isGrid(of) ? of.values[0] : of;
  if (operator === '+') return of;
  if (operator === '#') return spilled(of);
  const plain = plainOf(of, env);
  const work = (value: Scalar) => signed(operator, value, env);
  return isGrid(plain) ? lifted([plain], env, ([value]) => work(value)) : work(plain);
}

function signed(operator: string, value: Scalar, { book }: Env): Scalar {
  const number = toNumber(value, book.has1904Dates);
  if (typeof number !== 'number') return number;
  return operator === '%' ? number / 100 : -number;
}

/** The cells that the dynamic array of a cell fills: as many as it has now. */
function spilled(of: Value): Value {
  if (isError(of)) return of;
  const cell = isArea(of) ? onlyCell(of) : undefined;
  // What is to be evaluated first may fill fewer cells than the file says.
  cell?.sheet.at(cell.top, cell.left);
  const range = cell?.sheet.spillAt(cell.top, cell.left);
  return cell && range ? areaIn(cell.sheet, range) : errors.reference;
}
