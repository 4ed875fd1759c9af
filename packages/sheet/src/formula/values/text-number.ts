import { serialOf } from './calendar.ts';

const NUMBER = /^(\d{1,3}(?:,\d{3})+|\d*)(\.\d*)?(?:e([-+]?\d{1,3}))?$/i;
const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/;
const SLASHED = /^(\d{1,2})[-/](\d{1,2})(?:[-/](\d{2}|\d{4}))?$/;
const NAMED_FIRST = /^([a-z]{3,9})\.?[- ](\d{1,2})(?:,)?[- ](\d{4})$/i;
const DAY_FIRST = /^(\d{1,2})[- ]([a-z]{3,9})(?:[- ](\d{2}|\d{4}))?$/i;
const MONTH_YEAR = /^([a-z]{3,9})[- ](\d{4})$/i;
const TIME = /^(\d{1,4}):(\d{1,2})(?::(\d{1,2}(?:\.\d+)?))?(?:\s*(am|pm|a|p))?$/i;
const HOUR = /^(\d{1,2})\s+(am|pm|a|p)$/i;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
/** Characters of the longest text that is a number, a date or a time. */
const longest = 60;
/** A year of two digits lies in this century up to here. */
const lastOfThisCentury = 29;

/** The number that a text would be if it were typed into a cell, its dates and times included (English, United States). */
export function numberOfText(text: string, has1904Dates: boolean): number | undefined {
  if (text.length > longest) return undefined;
  const typed = text.trim();
  return plainNumber(typed) ?? momentOf(typed, has1904Dates);
}

function plainNumber(typed: string): number | undefined {
  const isBracketed = typed.startsWith('(') && typed.endsWith(')');
  const isPercent = typed.endsWith('%');
  const open = isBracketed ? typed.slice(1, -1) : typed;
  const { digits, isMinus } = withoutSigns(isPercent ? open.slice(0, -1).trimEnd() : open);
  const [, whole, fraction = '', power = '0'] = NUMBER.exec(digits) ?? [];
  if (whole === undefined || (whole === '' && fraction.length < 2)) return undefined;
  const size = Number(`${whole.replaceAll(',', '') || '0'}${fraction === '.' ? '' : fraction}e${power}`);
  if (!Number.isFinite(size)) return undefined;
  const number = isPercent ? size / 100 : size;
  return isBracketed !== isMinus ? -number : number;
}

/** A sign and a currency may stand before the digits, the sign on either side of the currency. */
function withoutSigns(typed: string): { readonly digits: string; readonly isMinus: boolean } {
  let digits = typed;
  let sign = '';
  for (const marks of ['-+', '$€£¥', '-+']) {
    const [mark = ''] = digits;
    if (mark === '' || !marks.includes(mark) || (sign !== '' && marks.includes(sign))) continue;
    if (marks === '-+') sign = mark;
    digits = digits.slice(1).trimStart();
  }
  return { digits, isMinus: sign === '-' };
}

/** The serial number of a date, a time or both. */
export function momentOf(typed: string, has1904Dates: boolean): number | undefined {
  const whole = dateOfText(typed, has1904Dates) ?? timeOfText(typed);
  if (whole !== undefined) return whole;
  for (let gap = typed.indexOf(' '); gap > 0; gap = typed.indexOf(' ', gap + 1)) {
    const date = dateOfText(typed.slice(0, gap), has1904Dates);
    const time = date === undefined ? undefined : timeOfText(typed.slice(gap + 1).trim());
    if (date !== undefined && time !== undefined) return date + time;
  }
  const at = typed.indexOf('T');
  if (at !== 10) return undefined;
  const date = dateOfText(typed.slice(0, at), has1904Dates);
  const time = timeOfText(typed.slice(at + 1));
  return date === undefined || time === undefined ? undefined : date + time;
}

function dateOfText(typed: string, has1904Dates: boolean): number | undefined {
  const made = partsOf(typed);
  if (!made) return undefined;
  const { year, month, day } = made;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  return serialOf({ year, month, day }, has1904Dates);
}

function daysIn(year: number, month: number): number {
  if (year === 1900 && month === 2) return 29;
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

function partsOf(typed: string): Parts | undefined {
  const iso = ISO.exec(typed);
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
  const slashed = SLASHED.exec(typed);
  if (slashed?.[3] !== undefined) {
    return { year: fullYear(slashed[3]), month: Number(slashed[1]), day: Number(slashed[2]) };
  }
  return namedParts(typed);
}

function namedParts(typed: string): Parts | undefined {
  const named = NAMED_FIRST.exec(typed);
  if (named) return { year: Number(named[3]), month: monthOf(named[1]), day: Number(named[2]) };
  const dayFirst = DAY_FIRST.exec(typed);
  if (dayFirst?.[3] !== undefined) {
    return { year: fullYear(dayFirst[3]), month: monthOf(dayFirst[2]), day: Number(dayFirst[1]) };
  }
  const open = MONTH_YEAR.exec(typed);
  return open ? { year: Number(open[2]), month: monthOf(open[1]), day: 1 } : undefined;
}

function monthOf(name = ''): number {
  const word = name.toLowerCase();
  const short = months.indexOf(word);
  return (short < 0 ? monthNames.indexOf(word) : short) + 1;
}

function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year <= lastOfThisCentury ? 2000 + year : 1900 + year;
}

/** The share of a day. */
export function timeOfText(typed: string): number | undefined {
  const bare = HOUR.exec(typed);
  if (bare) return timeOf(Number(bare[1]), 0, 0, bare[2]);
  const [, hours, minutes, seconds, half] = TIME.exec(typed) ?? [];
  return hours === undefined ? undefined : timeOf(Number(hours), Number(minutes), Number(seconds ?? 0), half);
}

function timeOf(hours: number, minutes: number, seconds: number, half: string | undefined): number | undefined {
  if (minutes > 59 || seconds >= 60) return undefined;
  if (half === undefined) return (hours + minutes / 60 + seconds / 3600) / 24;
  if (hours < 1 || hours > 12) return undefined;
  const hour = (hours % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  return (hour + minutes / 60 + seconds / 3600) / 24;
}
