import type { Env } from '../env.ts';
import { eager, type FunctionTable, num, numOr, open, str } from '../function-spec.ts';
import { toText } from '../values/coerce.ts';
import { errors, isArea, isGrid, type Value } from '../values/value.ts';
import { foundAt, hasWildcards } from '../values/wildcards.ts';

const longestText = 32_767;
/** From here on looking for a text is work for each of its letters. */
const longSought = 32;

function bounded(text: string): Value {
  return text.length > longestText ? errors.value : text;
}

/** So many characters of a text, or the error where there cannot be so many. */
function count(value: Value, usual: number): number | undefined {
  const number = Math.trunc(numOr(value, usual));
  return number < 0 ? undefined : number;
}

function left([text, length]: readonly Value[]): Value {
  const wanted = count(length, 1);
  return wanted === undefined ? errors.value : str(text).slice(0, wanted);
}

function right([text, length]: readonly Value[]): Value {
  const wanted = count(length, 1);
  if (wanted === undefined) return errors.value;
  return wanted === 0 ? '' : str(text).slice(-wanted);
}

function middle([text, start, length]: readonly Value[]): Value {
  const from = Math.trunc(num(start));
  const wanted = Math.trunc(num(length));
  return from < 1 || wanted < 0 ? errors.value : str(text).slice(from - 1, from - 1 + wanted);
}

function replaced([text, start, length, other]: readonly Value[]): Value {
  const from = Math.trunc(num(start));
  const gone = Math.trunc(num(length));
  if (from < 1 || gone < 0) return errors.value;
  const whole = str(text);
  return bounded(whole.slice(0, from - 1) + str(other) + whole.slice(from - 1 + gone));
}

function substituted([text, old, other, which]: readonly Value[]): Value {
  const [whole, sought, put] = [str(text), str(old), str(other)];
  if (sought === '') return whole;
  if (which === undefined) return bounded(boundedReplace(whole, sought, put));
  const wanted = Math.trunc(num(which));
  if (wanted < 1) return errors.value;
  let at = -1;
  for (let n = 0; n < wanted; n++) {
    at = whole.indexOf(sought, at < 0 ? 0 : at + sought.length);
    if (at < 0) return whole;
  }
  return bounded(whole.slice(0, at) + put + whole.slice(at + sought.length));
}

/** No longer than just too long. */
function boundedReplace(whole: string, sought: string, put: string): string {
  const pieces = whole.split(sought);
  const length = whole.length + (pieces.length - 1) * (put.length - sought.length);
  return length > longestText ? ' '.repeat(longestText + 1) : pieces.join(put);
}

function find([sought, text, start]: readonly Value[], env: Env): Value {
  const from = Math.trunc(numOr(start, 1)) - 1;
  if (from < 0 || from > str(text).length) return errors.value;
  if (str(sought).length > longSought) env.book.spendCells(str(text).length * str(sought).length);
  const at = str(text).indexOf(str(sought), from);
  return at < 0 ? errors.value : at + 1;
}

function search([sought, text, start]: readonly Value[], env: Env): Value {
  const from = Math.trunc(numOr(start, 1)) - 1;
  if (from < 0 || from > str(text).length) return errors.value;
  const isLong = hasWildcards(str(sought)) || str(sought).length > longSought;
  env.book.spendCells(str(text).length * (isLong ? str(sought).length : 1));
  const at = foundAt(str(text), str(sought), from);
  return at < 0 ? errors.value : at + 1;
}

function repeated([text, times]: readonly Value[], env: Env): Value {
  const wanted = Math.trunc(num(times));
  if (wanted < 0 || str(text).length * wanted > longestText) return errors.value;
  env.book.spendCells(str(text).length * wanted);
  return str(text).repeat(wanted);
}

/** Each word with a capital; a word begins behind whatever is no letter. */
function proper(text: string): string {
  return text.toLowerCase().replace(/\p{L}+/gu, (word) => word.slice(0, 1).toUpperCase() + word.slice(1));
}

function joinedAll(args: readonly Value[], env: Env): Value {
  return joinWith({ between: '', skipsEmpty: true }, args, env);
}

function textJoin([between, skips, ...args]: readonly Value[], env: Env): Value {
  return joinWith({ between: str(between), skipsEmpty: skips !== false }, args, env);
}

interface Joining {
  readonly between: string;
  readonly skipsEmpty: boolean;
}

function joinWith({ between, skipsEmpty }: Joining, args: readonly Value[], env: Env): Value {
  const pieces: string[] = [];
  let length = 0;
  let fault: Value;
  const add = (value: Value) => {
    const text = isArea(value) || isGrid(value) ? errors.value : toText(value);
    if (typeof text !== 'string') fault ??= text;
    else if (!skipsEmpty || text !== '') {
      length += text.length + between.length;
      if (length <= 2 * longestText) pieces.push(text);
    }
  };
  for (const arg of args) {
    if (isArea(arg)) for (const value of rowByRow(arg, env, skipsEmpty)) add(value);
    else if (isGrid(arg)) arg.values.forEach(add);
    else add(arg);
  }
  if (fault !== undefined) return fault;
  return length - between.length > longestText ? errors.value : pieces.join(between);
}

/** The values of an area as they are read. */
function rowByRow(arg: Value, env: Env, skipsEmpty: boolean): Value[] {
  const found: Value[] = [];
  for (const { sheet, top, left: from, bottom, right: to } of isArea(arg) ? arg.parts : []) {
    sheet.ensure({ top, left: from, bottom, right: to });
    const last = { row: Math.min(bottom, sheet.lastRow), column: Math.min(to, sheet.lastColumn) };
    env.book.spend(Math.max(0, (last.row - top + 1) * (last.column - from + 1)));
    for (let row = top; row <= last.row; row++) {
      for (let column = from; column <= last.column; column++) {
        const value = sheet.at(row, column);
        if (value !== undefined || !skipsEmpty) found.push(value);
      }
    }
  }
  return found;
}

/** The letters of the code page of Windows that lie beside those of Unicode. */
const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function letter(code: Value): Value {
  const at = Math.trunc(num(code));
  if (at < 1 || at > 255) return errors.value;
  return at >= 128 && at < 160 ? (windows[at - 128] ?? '') : String.fromCharCode(at);
}

function codeOf(text: Value): Value {
  const [first] = str(text);
  if (first === undefined) return errors.value;
  const at = windows.indexOf(first);
  const code = first.charCodeAt(0);
  return at >= 0 ? at + 128 : code > 255 ? 63 : code;
}

function unicode(text: Value): Value {
  return str(text).codePointAt(0) ?? errors.value;
}

function fromUnicode(code: Value): Value {
  const at = Math.trunc(num(code));
  const isLetter = at > 0 && at <= 0x10_ff_ff && !(at >= 0xd8_00 && at <= 0xdf_ff);
  return isLetter ? String.fromCodePoint(at) : errors.value;
}

/** Texts: taking apart, putting together, finding. */
export const textFunctions: FunctionTable = {
  LEFT: eager('sn', 1, left),
  RIGHT: eager('sn', 1, right),
  MID: eager('snn', 3, middle),
  LEN: eager('s', 1, ([text]) => str(text).length),
  FIND: eager('ssn', 2, find),
  SEARCH: eager('ssn', 2, search),
  SUBSTITUTE: eager('sssn', 3, substituted),
  REPLACE: eager('snns', 4, replaced),
  UPPER: eager('s', 1, ([text]) => str(text).toUpperCase()),
  LOWER: eager('s', 1, ([text]) => str(text).toLowerCase()),
  PROPER: eager('s', 1, ([text]) => proper(str(text))),
  TRIM: eager('s', 1, ([text]) => str(text).replace(/ +/g, ' ').replace(/^ | $/g, '')),
  CLEAN: eager('s', 1, ([text]) => str(text).replace(/[\0-\x1f]/g, '')),
  EXACT: eager('ss', 2, ([a, b]) => a === b),
  CONCAT: open('r', 1, joinedAll),
  CONCATENATE: open('s', 1, (args) => bounded(args.map(str).join(''))),
  TEXTJOIN: open('str', 3, textJoin),
  REPT: eager('sn', 2, repeated),
  CHAR: eager('n', 1, ([code]) => letter(code)),
  CODE: eager('s', 1, ([text]) => codeOf(text)),
  UNICHAR: eager('n', 1, ([code]) => fromUnicode(code)),
  UNICODE: eager('s', 1, ([text]) => unicode(text)),
};
