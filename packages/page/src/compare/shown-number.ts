/** The mark that a page's numbers have before their decimals. */
export type DecimalMark = '.' | ',';

/** A number as a cell shows it. */
interface ShownNumber {
  readonly value: number;
  /** Currency before it, unit or percent sign after it. */
  readonly before: string;
  readonly after: string;
  readonly decimals: number;
}

/** Longer texts are words. */
const LONGEST = 40;
/** Texts that are looked at to learn a page's decimal mark. */
const MOST_READ = 2000;

const NUMBER =
  /^(\()?([-−‒–+])?([A-Z]{0,3}[€$£¥]|[A-Z]{3})?\s?([-−‒–])?(\d[\d.,'’\s]*|[.,]\d+)(?:[eE]([+-]?\d{1,3}))?\s?(%|‰|[€$£¥]|[A-Z]{3}|bps?|bn|mm|[kKmMbBx])?([-−])?(\))?$/;

/** The decimal mark of a page, from the texts of its number cells: what cannot part thousands parts decimals. */
export function decimalMark(texts: Iterable<string>): DecimalMark {
  let points = 0;
  let read = 0;
  for (const text of texts) {
    if (read++ >= MOST_READ) break;
    points += vote(text);
  }
  return points < 0 ? ',' : '.';
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
  /** '' when the old value was 0. */
  readonly percent: string;
}

/** The change from one shown number to another of the same unit; undefined when either is no number, or both are equal. */
export function numberChange(was: string, now: string, mark: DecimalMark): NumberChange | undefined {
  const from = shownNumber(was, mark);
  const to = shownNumber(now, mark);
  if (!from || !to || from.before !== to.before || from.after !== to.after || from.value === to.value) return undefined;
  const decimals = Math.max(from.decimals, to.decimals);
  const by = to.value - from.value;
  const unit = to.after === '%' ? ' pp' : to.after.length > 1 ? ` ${to.after}` : to.after;
  const difference = `${sign(by)}${to.before}${inDigits(Math.abs(by), decimals, mark)}${unit}`;
  return { difference, percent: from.value === 0 ? '' : percentOf(by / Math.abs(from.value), mark) };
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
  const value = Number(plain) * 10 ** Number(exponent) * (minuses === 1 ? -1 : 1);
  if (!Number.isFinite(value)) return undefined;
  const written = plain.split('.')[1]?.length ?? 0;
  return { value, before, after, decimals: Math.min(20, Math.max(0, written - Number(exponent))) };
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

function sign(by: number): string {
  return by < 0 ? '−' : '+';
}

/** With thousands parted as the page parts them, never with a sign. */
function inDigits(size: number, decimals: number, mark: DecimalMark): string {
  const [whole = '', rest] = (size < 1e21 ? size.toFixed(decimals) : String(size)).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, mark === '.' ? ',' : '.');
  return rest === undefined ? grouped : `${grouped}${mark}${rest}`;
}

function percentOf(part: number, mark: DecimalMark): string {
  const percent = Math.abs(part) * 100;
  if (percent < 0.005) return `${sign(part)}<${inDigits(0.01, 2, mark)}%`;
  const decimals = percent >= 100 ? 0 : percent >= 10 ? 1 : 2;
  return `${sign(part)}${inDigits(percent, decimals, mark)}%`;
}
