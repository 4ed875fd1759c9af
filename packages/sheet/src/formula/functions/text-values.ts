import { showNumber, showText } from '../../format/number-format.ts';
import type { Env } from '../env.ts';
import { eager, type FunctionTable, num, numOr, str } from '../function-spec.ts';
import { momentOf, numberOfText, timeOfText } from '../values/text-number.ts';
import { errors, type Value } from '../values/value.ts';
import { rounded } from './rounding.ts';

/** Characters of a format code, as number formats of cells have it. */
const longestFormat = 255;

/** A value under a number format, as a cell would show it. */
function shown([value, code]: readonly Value[], env: Env): Value {
  const format = str(code);
  if (format.length > longestFormat) return errors.value;
  env.book.spend(formatSteps);
  if (format === '') return '';
  if (typeof value === 'boolean') return showText(value ? 'TRUE' : 'FALSE', format).text;
  const number = typeof value === 'string' ? numberOfText(value, env.book.has1904Dates) : num(value);
  if (number === undefined) return showText(str(value), format).text;
  const { text } = showNumber(number, format, env.book.has1904Dates);
  return /^#{8,}$/.test(text) ? errors.value : text;
}

/** What one use of a number format costs beside an operator. */
const formatSteps = 20;

function typedValue([text]: readonly Value[], { book }: Env): Value {
  if (typeof text === 'number') return text;
  if (typeof text === 'boolean') return errors.value;
  if (text === undefined) return 0;
  return numberOfText(str(text), book.has1904Dates) ?? errors.value;
}

function dateOf([text]: readonly Value[], { book }: Env): Value {
  const moment = momentOf(str(text).trim(), book.has1904Dates);
  return moment === undefined ? errors.value : Math.floor(moment);
}

/** The time alone, also behind a date. */
function timeIn([text]: readonly Value[], { book }: Env): Value {
  const typed = str(text).trim();
  const alone = timeOfText(typed);
  if (alone !== undefined) return alone - Math.floor(alone);
  if (momentOf(typed, book.has1904Dates) === undefined) return errors.value;
  const times = [...typed.matchAll(/[ T]/g)].map(({ index }) => timeOfText(typed.slice(index + 1).trim()));
  return times.find((time) => time !== undefined) ?? 0;
}

function fixed([number, digits, hasNoCommas]: readonly Value[]): Value {
  const places = Math.trunc(numOr(digits, 2));
  if (Math.abs(places) > 100) return errors.value;
  const value = rounded(num(number), places);
  const text = Math.abs(value).toFixed(Math.max(0, places));
  const [whole = '', fraction] = text.split('.');
  const grouped = hasNoCommas === true ? whole : withCommas(whole);
  return `${value < 0 ? '-' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

function numberValue([text, point, group]: readonly Value[]): Value {
  const decimal = str(point) || '.';
  const separator = str(group) || ',';
  const plain = str(text)
    .replaceAll(/\s/g, '')
    .split(separator[0] ?? ',')
    .join('')
    .replace(decimal[0] ?? '.', '.');
  if (plain === '') return 0;
  const number = plain.replaceAll('%', '');
  const percents = plain.length - number.length;
  if (!plain.startsWith(number) || !PLAIN.test(number)) return errors.value;
  return Number(number) / 100 ** percents;
}

const PLAIN = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,3})?$/i;

function withCommas(digits: string): string {
  const pieces: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) pieces.unshift(digits.slice(Math.max(0, end - 3), end));
  return pieces.join(',');
}

/** Texts for values, and values of texts. */
export const textValueFunctions: FunctionTable = {
  TEXT: eager('vs', 2, shown),
  VALUE: eager('v', 1, typedValue),
  NUMBERVALUE: eager('sss', 1, numberValue),
  DATEVALUE: eager('s', 1, dateOf),
  TIMEVALUE: eager('s', 1, timeIn),
  FIXED: eager('nnb', 1, fixed),
};
