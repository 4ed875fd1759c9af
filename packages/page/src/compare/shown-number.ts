/** The mark that a page's numbers have before their decimals. */
export type DecimalMark = '.' | ',';

/** The marks of the two pages that are compared; what changed is written as the newer one writes. */
export interface DecimalMarks {
  readonly was: DecimalMark;
  readonly now: DecimalMark;
}

/** A number as a cell shows it: `units` of the last of its `decimals`, exactly. */
interface ShownNumber {
  readonly units: bigint;
  readonly decimals: number;
  /** Currency before it, unit or percent sign after it. */
  readonly before: string;
  readonly after: string;
}

/** Longer texts are words. */
const LONGEST = 40;
/** Texts that are looked at to learn a page's decimal mark. */
const MOST_READ = 2000;
/** Exponents beyond this are no figures of a report. */
const LARGEST_EXPONENT = 100;
/** What has more digits or decimals is written with an exponent. */
const MOST_DIGITS = 21;

const NUMBER =
  /^(\()?([-−‒–+])?([A-Z]{0,3}[€$£¥]|[A-Z]{3})?\s?([-−‒–])?(\d[\d.,'’\s]*|[.,]\d+)(?:[eE]([+-]?\d{1,3}))?\s?(%|‰|[€$£¥]|[A-Z]{3}|bps?|bn|mm|[kKmMbBx])?([-−])?(\))?$/;

/** A day without marks between its parts: days have no difference in percent. */
const PLAIN_DAY = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;

/** Three letters beside a number that make it a day or a month, not an amount. */
const CALENDAR = new Set('JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC MON TUE WED THU FRI SAT SUN'.split(' '));

/** The decimal marks of two versions of a page, from the texts of their number cells. */
export function decimalMarks(was: Iterable<string>, now: Iterable<string>): DecimalMarks {
  const before = votes(was);
  const after = votes(now);
  return { was: markOf(before || after), now: markOf(after || before) };
}

function markOf(points: number): DecimalMark {
  return points < 0 ? ',' : '.';
}

/** Above 0 for decimal points, below for commas: what cannot part thousands parts decimals. */
function votes(texts: Iterable<string>): number {
  let points = 0;
  let read = 0;
  for (const text of texts) {
    if (read++ >= MOST_READ) break;
    if (text.length <= LONGEST) points += vote(text);
  }
  return points;
}

/** 1 for a decimal point, -1 for a decimal comma, 0 when the text could have either. */
function vote(text: string): number {
  const marks = text.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return 0;
  const isPoint = last === '.' ? 1 : -1;
  if (new Set(marks).size === 2) return isPoint;
  if (marks.length > 1) return -isPoint;
  const rest = /[.,](\d*)/.exec(text)?.[1] ?? '';
  return rest.length === 3 ? 0 : isPoint;
}

/** What a number grew or fell by, in words: the difference, and its part of the old value. */
export interface NumberChange {
  readonly difference: string;
  /** '' where a part of the old value says nothing: from zero, over a change of sign, between percentages. */
  readonly percent: string;
}

/** The change from one shown number to another of the same unit; undefined when either is no number, or both are equal. */
export function numberChange(was: string, now: string, marks: DecimalMarks): NumberChange | undefined {
  if (PLAIN_DAY.test(was) && PLAIN_DAY.test(now)) return undefined;
  const from = shownNumber(was, marks.was);
  const to = shownNumber(now, marks.now);
  if (!from || !to || from.before !== to.before || from.after !== to.after) return undefined;
  const decimals = Math.max(from.decimals, to.decimals);
  const [old, by] = [scaled(from, decimals), scaled(to, decimals) - scaled(from, decimals)];
  if (by === 0n) return undefined;
  const unit = to.after === '%' ? ' pp' : to.after.length > 1 ? ` ${to.after}` : to.after;
  const difference = `${sign(by)}${to.before}${inDigits(size(by), decimals, marks.now)}${unit}`;
  return { difference, percent: hasPart(old, old + by, to.after) ? percentOf(old, by, marks.now) : '' };
}

/** The number that a text shows as a whole, whatever its unit; undefined when it shows none. */
export function numberShown(text: string, mark: DecimalMark): number | undefined {
  return figureShown(text, mark)?.value;
}

/** A number that a text shows, with the currency before it and the unit or percent sign after it; '' where there is none. */
export interface ShownFigure extends Pick<ShownNumber, 'before' | 'after'> {
  readonly value: number;
}

/** As `numberShown`, with what it is of. */
export function figureShown(text: string, mark: DecimalMark): ShownFigure | undefined {
  const shown = shownNumber(text, mark);
  if (!shown) return undefined;
  const { units, decimals, before, after } = shown;
  return { value: Number(`${units}e-${decimals}`), before, after };
}

/** A percentage tells a number's growth; of zero, of the other sign and of a percentage it tells something else. */
function hasPart(old: bigint, fresh: bigint, unit: string): boolean {
  return old !== 0n && old < 0n === fresh < 0n && unit !== '%' && unit !== '‰';
}

/** Reads a whole text as a number with the page's own marks: signs, brackets, thousands, percent, unit, exponent. */
function shownNumber(text: string, mark: DecimalMark): ShownNumber | undefined {
  const parts = text.length > LONGEST ? undefined : NUMBER.exec(text);
  if (!parts) return undefined;
  const [, open, lead = '', before = '', second = '', digits = '', exponent = '0', after = '', trail = '', close] =
    parts;
  const plain = plainDigits(digits.trim(), mark);
  const minuses = [open ? '-' : '', lead === '+' ? '' : lead, second, trail].filter(Boolean).length;
  if (plain === undefined || Boolean(open) !== Boolean(close) || minuses > 1) return undefined;
  if (CALENDAR.has(before) || CALENDAR.has(after) || Math.abs(Number(exponent)) > LARGEST_EXPONENT) return undefined;
  const [whole = '', rest = ''] = plain.split('.');
  const decimals = rest.length - Number(exponent);
  const units = BigInt(`${minuses === 1 ? '-' : ''}${whole}${rest}`);
  if (decimals < 0) return { units: units * 10n ** BigInt(-decimals), decimals: 0, before, after };
  return { units, decimals, before, after };
}

/** In units of a later decimal. */
function scaled({ units, decimals }: ShownNumber, to: number): bigint {
  return units * 10n ** BigInt(to - decimals);
}

/** The digits with a decimal point; undefined when the marks between them stand where no number has them. */
function plainDigits(digits: string, mark: DecimalMark): string | undefined {
  if (mark === '.' && /^\d+(?:\.\d+)?$/.test(digits)) return digits;
  const [whole = '', decimals, more] = digits.split(mark);
  if (more !== undefined || (decimals !== undefined && /\D/.test(decimals))) return undefined;
  const groups = whole.split(/[.,'’\s]/);
  const isGrouped = groups
    .slice(1)
    .every((group, n) => group.length === 3 || (group.length === 2 && n < groups.length - 2));
  if (!isGrouped || (groups.length > 1 && (groups[0] === '' || (groups[0]?.length ?? 0) > 3))) return undefined;
  return `${groups.join('') || '0'}${decimals ? `.${decimals}` : ''}`;
}

function sign(by: bigint): string {
  return by < 0n ? '−' : '+';
}

function size(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** With thousands parted as the page parts them, never with a sign. */
function inDigits(units: bigint, decimals: number, mark: DecimalMark): string {
  const digits = String(units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(whole.length);
  if (Math.max(whole.length, rest.length) > MOST_DIGITS) {
    return Number(`${whole}.${rest}`).toExponential(2).replace('.', mark);
  }
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, mark === '.' ? ',' : '.');
  return rest === '' ? grouped : `${grouped}${mark}${rest}`;
}

/** The difference as a part of the old value's size; a change is never rounded to none, nor what is left to nothing. */
function percentOf(old: bigint, by: bigint, mark: DecimalMark): string {
  const percent = (Number(size(by)) / Number(size(old))) * 100;
  // Of a trace of rounding anything is a percentage without end, which says nothing; the difference stands.
  if (percent >= MOST_PERCENT) return '';
  if (percent < 0.005) return `${sign(by)}<0${mark}01%`;
  const decimals = percent >= 100 ? 0 : percent >= 10 ? 1 : 2;
  const text = percent.toFixed(decimals);
  const isRestLeft = Number(text) === 100 && size(by) < size(old);
  if (isRestLeft) return `${sign(by)}>99${mark}9%`;
  return `${sign(by)}${written(text, mark)}%`;
}

const MOST_PERCENT = 1e15;

function written(text: string, mark: DecimalMark): string {
  const [whole = '', rest = ''] = text.split('.');
  return inDigits(BigInt(whole + rest), rest.length, mark);
}
