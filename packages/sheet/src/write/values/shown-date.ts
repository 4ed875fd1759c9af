import type { Conventions } from './conventions.ts';
import type { Shown } from './shown-number.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const DAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const TIME = '(\\d{1,2}):(\\d{2})(?::(\\d{2})(\\.\\d{1,3})?)?( ?[AaPp][Mm])?';
const BEHIND = `(?:(, | |T)${TIME})?$`;
const WEEKDAY = `(?:(${DAYS.map((day) => `${day}|${day.slice(0, 3)}`).join('|')})(,? ))?`;
const MONTH = `(${MONTHS.join('|')}|${MONTHS.map((month) => month.slice(0, 3)).join('|')})`;
const ISO = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${BEHIND}`);
const NUMBERS = new RegExp(`^(\\d{1,2})([./-])(\\d{1,2})\\2(\\d{4})${BEHIND}`);
const DAY_NAMED = new RegExp(`^${WEEKDAY}(\\d{1,2})([ -/])${MONTH}\\4(\\d{4})${BEHIND}`, 'i');
const NAMED_DAY = new RegExp(`^${WEEKDAY}${MONTH} (\\d{1,2})(,? )(\\d{4})${BEHIND}`, 'i');
const ONLY_TIME = new RegExp(`^${TIME}$`);
const LONGEST = 48;
const msPerDay = 86_400_000;
const dayZero = Date.UTC(1899, 11, 30);
/** Days before it are counted in two ways. */
const firstDay = 61;

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly code: string;
}

/** The date or time that a numeric cell shows, where there is but one way to read it; else undefined. */
export function shownDate(text: string, conventions: Conventions): Shown | undefined {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST || !/\d/.test(trimmed)) return undefined;
  const time = ONLY_TIME.exec(trimmed);
  if (time) return timeOf(time.slice(1), true);
  return isoDate(trimmed) ?? numberDate(trimmed, conventions) ?? dayNamed(trimmed) ?? namedDay(trimmed);
}

function isoDate(text: string): Shown | undefined {
  const found = ISO.exec(text);
  if (!found) return undefined;
  const [year = '', mark = '', month = '', day = ''] = found.slice(1);
  const code = `yyyy${between(mark)}${digits('m', month)}${between(mark)}${digits('d', day)}`;
  return whole({ year: Number(year), month: Number(month), day: Number(day), code }, found.slice(5));
}

function numberDate(text: string, { isDayFirst }: Conventions): Shown | undefined {
  const found = NUMBERS.exec(text);
  if (!found) return undefined;
  const [first = '', mark = '', second = '', year = ''] = found.slice(1);
  const dayFirst = Number(first) > 12 || mark === '.' ? true : Number(second) > 12 ? false : isDayFirst;
  if (dayFirst === undefined) return undefined;
  const [day, month] = dayFirst ? [first, second] : [second, first];
  const [one, two] = dayFirst ? [digits('d', first), digits('m', second)] : [digits('m', first), digits('d', second)];
  const code = `${one}${between(mark)}${two}${between(mark)}yyyy`;
  return whole({ year: Number(year), month: Number(month), day: Number(day), code }, found.slice(5));
}

function dayNamed(text: string): Shown | undefined {
  const found = DAY_NAMED.exec(text);
  if (!found) return undefined;
  const [weekday, gap = '', day = '', mark = '', month = '', year = ''] = found.slice(1);
  const before = weekdayCode(weekday, gap);
  const code = `${before}${digits('d', day)}${between(mark)}${monthCode(month)}${between(mark)}yyyy`;
  const date = { year: Number(year), month: monthNumber(month), day: Number(day), code };
  return isOn(date, weekday) && isWritten(month) ? whole(date, found.slice(7)) : undefined;
}

function namedDay(text: string): Shown | undefined {
  const found = NAMED_DAY.exec(text);
  if (!found) return undefined;
  const [weekday, gap = '', month = '', day = '', mark = '', year = ''] = found.slice(1);
  const before = weekdayCode(weekday, gap);
  const code = `${before}${monthCode(month)}\\ ${digits('d', day)}${between(mark)}yyyy`;
  const date = { year: Number(year), month: monthNumber(month), day: Number(day), code };
  return isOn(date, weekday) && isWritten(month) ? whole(date, found.slice(7)) : undefined;
}

/** A format writes months as May, not may or MAY. */
function isWritten(name: string): boolean {
  return /^[A-Z][a-z]+$/.test(name);
}

function weekdayCode(name: string | undefined, gap: string): string {
  if (name === undefined) return '';
  return `${name.length === 3 ? 'ddd' : 'dddd'}${between(gap)}`;
}

function isOn({ year, month, day }: Day, weekday: string | undefined): boolean {
  if (weekday === undefined) return true;
  const name = DAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()];
  return isWritten(weekday) && name?.startsWith(weekday.toLowerCase()) === true;
}

/** May is short and long at once. */
function monthCode(name: string): string {
  return name.length === 3 ? 'mmm' : 'mmmm';
}

function monthNumber(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.toLowerCase())) + 1;
}

function digits(letter: string, text: string): string {
  return letter.repeat(text.length);
}

function between(mark: string): string {
  return mark === '-' ? '-' : mark.replace(/./g, '\\$&');
}

function whole({ year, month, day, code }: Day, rest: readonly (string | undefined)[]): Shown | undefined {
  const at = new Date(Date.UTC(year, month - 1, day));
  const exists = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  const value = (at.getTime() - dayZero) / msPerDay;
  if (!exists || value < firstDay) return undefined;
  const [gap, ...parts] = rest;
  if (gap === undefined) return { value, format: code };
  const time = timeOf(parts, false);
  return time && { value: value + time.value, format: `${code}${gap === 'T' ? '"T"' : between(gap)}${time.format}` };
}

/** Hours and minutes are read as a time of day; more than a day of hours only with the seconds that tell them apart. */
function timeOf(parts: readonly (string | undefined)[], isAlone: boolean): Shown | undefined {
  const [hour = '', minute = '', second, fraction, half] = parts;
  const isElapsed = isAlone && Number(hour) > 23 && second !== undefined && half === undefined;
  if (!isTime({ hour: Number(hour), minute: Number(minute), second: Number(second ?? 0) }, half, isElapsed)) {
    return undefined;
  }
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.endsWith('PM') ? 12 : 0);
  const seconds = hours * 3600 + Number(minute) * 60 + Number(second ?? 0) + Number(fraction ?? 0);
  const hourCode = isElapsed ? `[${digits('h', hour)}]` : digits('h', hour);
  return { value: seconds / 86_400, format: `${hourCode}:mm${secondCode(second, fraction)}${halfCode(half)}` };
}

interface Time {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

function isTime({ hour, minute, second }: Time, half: string | undefined, isElapsed: boolean): boolean {
  if (minute > 59 || second > 59) return false;
  // A format writes the halves of a day in capitals.
  if (half !== undefined) return hour >= 1 && hour <= 12 && half === half.toUpperCase();
  return hour < 24 || isElapsed;
}

function secondCode(second: string | undefined, fraction: string | undefined): string {
  if (second === undefined) return '';
  return fraction === undefined ? ':ss' : `:ss.${'0'.repeat(fraction.length - 1)}`;
}

function halfCode(half: string | undefined): string {
  if (half === undefined) return '';
  return half.startsWith(' ') ? '\\ AM/PM' : 'AM/PM';
}
