import { cutEnd, cutStart } from '../../cut-ends.ts';
import { type Conventions, certainDecimal } from './conventions.ts';
import { formatLiteral } from './format-literal.ts';

/** A number with the format under which a spreadsheet shows the text that it was read from. */
export interface Shown {
  readonly value: number;
  readonly format: string;
}

export interface NumberText {
  readonly text: string;
  /** Where the text is filled up to the width of its cell, as accounting formats do. */
  readonly fillAt?: number | undefined;
  /** Its format paints it red: without a sign it may stand for a number below zero. */
  readonly isRed?: boolean | undefined;
}

const LONGEST = 64;
const LONGEST_LITERAL = 24;
/** A spreadsheet keeps 15 digits. */
const MOST_DIGITS = 15;
const MOST_DECIMALS = 30;
const MINUS = '[-\\u2212\\u2013]';
const DASH = /^\p{Sc}?\s*[-\u2212\u2013\u2014]$/u;
const CORE = /(?:[.,](?=\d))?\d(?:.*\d)?/su;
const ARROWS = /[\u2190-\u21ff\u25b2-\u25c5]/;

/**
 * The number that a numeric cell shows, read from its text alone; undefined where the text may stand for more than one
 * number. Letters and signs around the digits belong to the format: `1.2M` is 1.2, shown with an M.
 */
export function shownNumber(source: NumberText, conventions: Conventions): Shown | undefined {
  const { text } = source;
  if (text.length > LONGEST) return undefined;
  if (DASH.test(text.trim())) return { value: 0, format: `0;-0;${around(source, 0, text.length, '')}` };
  const found = CORE.exec(text);
  if (!found) return undefined;
  const core = coreOf(found[0], conventions) ?? fractionOf(found[0]);
  const [start, end] = [found.index, found.index + found[0].length];
  const signed = signOf(text.slice(0, start), text.slice(end));
  if (!core || !signed || (source.isRed && signed.sign === '')) return undefined;
  const percents = (text.match(/%/g) ?? []).length;
  if (percents > 1) return undefined;
  const value = Number(`${core.digits}e${core.exponent - 2 * percents}`);
  return finished(value, core.code, { ...source, start, end, ...signed });
}

interface NumberPlace extends NumberText, Signed {
  readonly start: number;
  readonly end: number;
}

function finished(size: number, code: string, place: NumberPlace): Shown | undefined {
  if (!Number.isFinite(size)) return undefined;
  const own = around(place, place.start, place.end, code);
  // A sign before nothing is what is left of a number rounded away.
  if (place.sign === '' || size === 0) return { value: size, format: own };
  const { text, start, end, sign } = place;
  const isAutomatic = sign === 'leading' && text.startsWith('-');
  const bare = { ...place, text: unsigned(text, start, end), fillAt: unsignedFill(place) };
  const cut = unsigned(text.slice(0, start), start, start).length;
  const positive = around(bare, cut, cut + end - start, code);
  if (isAutomatic) return { value: -size, format: positive };
  return { value: -size, format: `${positive}${sign === 'brackets' ? '_)' : ''};${own}` };
}

/** The text with its sign taken away, the digits left as they are. */
function unsigned(text: string, start: number, end: number): string {
  const sign = new RegExp(`[()]|${MINUS}`, 'gu');
  return text.slice(0, start).replace(sign, '') + text.slice(start, end) + text.slice(end).replace(sign, '');
}

function unsignedFill({ text, fillAt }: NumberPlace): number | undefined {
  return fillAt === undefined ? undefined : unsigned(text.slice(0, fillAt), fillAt, fillAt).length;
}

/** A format of the code with what stands before and behind it. */
function around({ text, fillAt }: NumberText, start: number, end: number, code: string): string {
  const before = text.slice(0, start);
  const behind = formatLiteral(text.slice(code === '' ? start : end), 'behind');
  if (fillAt === undefined || fillAt > start)
    return formatLiteral(before, 'before') + (fillAt === 0 ? '* ' : '') + code + behind;
  return `${formatLiteral(before.slice(0, fillAt), 'before')}* ${formatLiteral(before.slice(fillAt), 'before')}${code}${behind}`;
}

interface Signed {
  readonly sign: '' | 'leading' | 'trailing' | 'brackets';
}

const UNIT = '(?:\\p{Sc}|[A-Z]{1,3}\\p{Sc}|[A-Z]{3}(?=\\s))?';
const LEADING = new RegExp(`^\\s*${UNIT}\\s*${MINUS}\\s*${UNIT}\\s*$`, 'u');
const TRAILING = new RegExp(`^\\s*${MINUS}\\s*$`, 'u');

/** The sign in what stands around the digits; undefined where a dash or an arrow may be one or none. */
function signOf(before: string, behind: string): Signed | undefined {
  if (before.length > LONGEST_LITERAL || behind.length > LONGEST_LITERAL) return undefined;
  if (ARROWS.test(before + behind)) return undefined;
  const opens = before.includes('(');
  if (opens !== behind.includes(')')) return undefined;
  const hasMinus = new RegExp(MINUS, 'u');
  if (opens) return hasMinus.test(before + behind) ? undefined : { sign: 'brackets' };
  if (TRAILING.test(behind) && !hasMinus.test(before)) return { sign: 'trailing' };
  if (hasMinus.test(behind)) return undefined;
  if (LEADING.test(before)) return { sign: 'leading' };
  return hasMinus.test(before) ? undefined : { sign: '' };
}

interface Core {
  /** Digits as a program reads them. */
  readonly digits: string;
  readonly exponent: number;
  readonly code: string;
}

const SHAPE =
  /^(\d+(?:[.,]\d+)*|[.,]\d+|\d{1,3}(?:[ \u00a0\u202f'\u2019]\d{3})+(?:[.,]\d+)?)(?:([eE])([+-]?)(\d{1,3}))?$/;

function coreOf(text: string, { decimal: usual }: Conventions): Core | undefined {
  const [, figures, letter, sign = '', power = '0'] = SHAPE.exec(text) ?? [];
  if (figures === undefined) return undefined;
  const { whole, decimals } = cut(figures, usual);
  const integer = whole.replace(/\D/g, '');
  const grouping = groupingOf(whole);
  if (grouping === undefined || /\D/.test(decimals ?? '') || !isKept(integer, decimals ?? '')) return undefined;
  const code = integerCode(integer, grouping) + (decimals === undefined ? '' : `.${'0'.repeat(decimals.length)}`);
  const exponent = letter === undefined ? '' : `E${sign === '+' ? '+' : '-'}${'0'.repeat(power.length)}`;
  return { digits: `${integer || '0'}.${decimals ?? '0'}`, exponent: Number(sign + power), code: code + exponent };
}

/** Cuts digits at their decimal mark. */
function cut(figures: string, usual: '.' | ','): { whole: string; decimals: string | undefined } {
  const isSpaced = /[^\d.,]/.test(figures);
  const at = isSpaced ? figures.search(/[.,]/) : figures.lastIndexOf(certainDecimal(figures) ?? usual);
  if (at < 0) return { whole: figures, decimals: undefined };
  return { whole: figures.slice(0, at), decimals: figures.slice(at + 1) };
}

type Grouping = 'none' | 'thousands' | 'lakhs';

function groupingOf(whole: string): Grouping | undefined {
  if (/^\d*$/.test(whole)) return 'none';
  if (/^\d{1,3}(?:([.,' \u00a0\u202f\u2019])\d{3})(?:\1\d{3})*$/.test(whole)) return 'thousands';
  return /^\d{1,2}(?:,\d{2})+,\d{3}$/.test(whole) ? 'lakhs' : undefined;
}

function isKept(integer: string, decimals: string): boolean {
  const significant = cutEnd(cutStart(integer + decimals, '0'), '0');
  return significant.length <= MOST_DIGITS && decimals.length <= MOST_DECIMALS;
}

function integerCode(integer: string, grouping: Grouping): string {
  const isPadded = integer.length > 1 && integer.startsWith('0');
  if (grouping === 'lakhs') return lakhs(integer.length);
  if (grouping === 'none') return isPadded ? '0'.repeat(integer.length) : integer === '' ? '' : '0';
  return isPadded ? '0'.repeat(integer.length).replace(/\B(?=(?:0{3})+$)/g, ',') : '#,##0';
}

/** Groups of two before the last three, for numbers of this length. */
function lakhs(length: number): string {
  const head = '#'.repeat(length - 3).replace(/(?<=#)(?=(?:#{2})+$)/g, '\\,');
  return `${head}\\,##0`;
}

const FRACTION = /^(\d{1,9}) +(\d{1,3})\/(\d{1,3})$/;

/** A whole number with a proper fraction; without the whole it may be a date. */
function fractionOf(text: string): Core | undefined {
  const [, whole = '', over = '', under = ''] = FRACTION.exec(text) ?? [];
  if (Number(under) < 2 || Number(over) >= Number(under) || Number(over) < 1) return undefined;
  const value = Number(whole) + Number(over) / Number(under);
  return { digits: String(value), exponent: 0, code: `# ${'?'.repeat(over.length)}/${under}` };
}
