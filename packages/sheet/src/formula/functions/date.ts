import type { Env } from '../env.ts';
import { type EagerFunction, eager, type FunctionTable, num, numOr, str } from '../function-spec.ts';
import { type Day, dayOf, lastDayOf, monthsAway, serialOf, weekdayOf } from '../values/calendar.ts';
import { errors, type Value } from '../values/value.ts';
import { yearShare } from './year-share.ts';

/** A part of the day that a serial number stands for. */
function part(of: (day: Day) => number): EagerFunction {
  return eager('n', 1, ([value], { book }) => {
    const day = dayOf(num(value), book.has1904Dates);
    return day ? of(day) : errors.number;
  });
}

const secondsADay = 86_400;

/** A part of the time of a serial number, to the nearest second. */
function timePart(of: (seconds: number) => number): EagerFunction {
  return eager('n', 1, ([value]) => {
    const serial = num(value);
    if (serial < 0) return errors.number;
    return of(Math.round((serial - Math.floor(serial)) * secondsADay) % secondsADay);
  });
}

function serial(day: Day, { book }: Env): Value {
  return serialOf(day, book.has1904Dates) ?? errors.number;
}

function date([year, month, day]: readonly Value[], env: Env): Value {
  const given = Math.trunc(num(year));
  if (given < 0 || given > 9999) return errors.number;
  const base = env.book.has1904Dates ? 1904 : 1900;
  const whole = given < base ? given + 1900 : given;
  return serial({ year: whole, month: Math.trunc(num(month)), day: Math.trunc(num(day)) }, env);
}

function time([hours, minutes, seconds]: readonly Value[]): Value {
  const parts = [hours, minutes, seconds].map((value) => Math.trunc(num(value)));
  if (parts.some((value) => value > 32_767)) return errors.number;
  const [h = 0, m = 0, s = 0] = parts;
  const all = h * 3600 + m * 60 + s;
  return all < 0 ? errors.number : (all % secondsADay) / secondsADay;
}

/** First days of the week by the number that asks for them (18.17.7.346). */
const firstDays: Readonly<Record<number, number>> = { 1: 0, 2: 1, 11: 1, 12: 2, 13: 3, 14: 4, 15: 5, 16: 6, 17: 0 };

function weekday([value, kind]: readonly Value[], { book }: Env): Value {
  const number = num(value);
  if (number < 0 || !dayOf(number, book.has1904Dates)) return errors.number;
  const day = weekdayOf(number, book.has1904Dates);
  const way = Math.trunc(numOr(kind, 1));
  if (way === 3) return (day + 6) % 7;
  const first = firstDays[way];
  return first === undefined ? errors.number : ((day - first + 7) % 7) + 1;
}

function weekNumber([value, kind]: readonly Value[], env: Env): Value {
  const number = Math.floor(num(value));
  const way = Math.trunc(numOr(kind, 1));
  if (way === 21) return isoWeek([number], env);
  const first = firstDays[way];
  const day = dayOf(number, env.book.has1904Dates);
  if (!day || first === undefined) return errors.number;
  const start = serialOf({ year: day.year, month: 1, day: 1 }, env.book.has1904Dates) ?? 0;
  const before = (weekdayOf(start, env.book.has1904Dates) - first + 7) % 7;
  return Math.floor((number - start + before) / 7) + 1;
}

/** Weeks from Monday, the first of a year that with its first Thursday (ISO 8601). */
function isoWeek([value]: readonly Value[], { book }: Env): Value {
  const number = Math.floor(num(value));
  const thursday = number - ((weekdayOf(number, book.has1904Dates) + 6) % 7) + 3;
  const day = dayOf(thursday, book.has1904Dates);
  if (number < 0 || !day) return errors.number;
  const start = serialOf({ year: day.year, month: 1, day: 1 }, book.has1904Dates) ?? 0;
  return Math.floor((thursday - start) / 7) + 1;
}

function monthsLater([value, months]: readonly Value[], env: Env): Value {
  const day = dayOf(num(value), env.book.has1904Dates);
  return day ? serial(monthsAway(day, Math.trunc(num(months))), env) : errors.number;
}

function monthEnd([value, months]: readonly Value[], env: Env): Value {
  const day = dayOf(num(value), env.book.has1904Dates);
  if (!day) return errors.number;
  const there = monthsAway({ ...day, day: 1 }, Math.trunc(num(months)));
  return serial({ ...there, day: lastDayOf(there.year, there.month) }, env);
}

/** Whole years, months or days between two days (Microsoft, DATEDIF). */
function dateDifference([from, to, unit]: readonly Value[], { book }: Env): Value {
  const [start, end] = [Math.floor(num(from)), Math.floor(num(to))];
  const a = dayOf(start, book.has1904Dates);
  const b = dayOf(end, book.has1904Dates);
  if (!a || !b || start > end) return errors.number;
  const months = (b.year - a.year) * 12 + b.month - a.month - (b.day < a.day ? 1 : 0);
  switch (str(unit).toUpperCase()) {
    case 'D':
      return end - start;
    case 'M':
      return months;
    case 'Y':
      return Math.floor(months / 12);
    case 'YM':
      return months % 12;
    case 'MD':
      return b.day >= a.day ? b.day - a.day : daysAfterMonth(a, b);
    case 'YD': {
      const years = Math.floor(months / 12);
      return end - (serialOf({ ...a, year: a.year + years }, book.has1904Dates) ?? 0);
    }
    default:
      return errors.number;
  }
}

function daysAfterMonth(a: Day, b: Day): number {
  const before = monthsAway({ ...b, day: 1 }, -1);
  return lastDayOf(before.year, before.month) - a.day + b.day;
}

/** Days by months of 30 days (18.17.7.79). */
function days360([from, to, isEuropean]: readonly Value[], { book }: Env): Value {
  const a = dayOf(num(from), book.has1904Dates);
  const b = dayOf(num(to), book.has1904Dates);
  if (!a || !b) return errors.number;
  const isLast = (day: Day) => day.day === lastDayOf(day.year, day.month);
  let [first, last] = [a.day, b.day];
  if (isEuropean === true) [first, last] = [Math.min(first, 30), Math.min(last, 30)];
  else {
    if (isLast(a)) first = 30;
    if (last === 31 && first === 30) last = 30;
  }
  return (b.year - a.year) * 360 + (b.month - a.month) * 30 + last - first;
}

function difference([end, start]: readonly Value[]): Value {
  return Math.trunc(num(end)) - Math.trunc(num(start));
}

function shareOfYear([from, to, basis]: readonly Value[], { book }: Env): Value {
  const [start, end] = [Math.floor(num(from)), Math.floor(num(to))].sort((x, y) => x - y);
  const a = dayOf(start ?? 0, book.has1904Dates);
  const b = dayOf(end ?? 0, book.has1904Dates);
  const way = Math.trunc(num(basis));
  if (!a || !b || way < 0 || way > 4) return errors.number;
  return yearShare({ from: a, to: b, days: (end ?? 0) - (start ?? 0) }, way);
}

/** Dates and times. */
export const dateFunctions: FunctionTable = {
  TODAY: eager('', 0, (_, { book }) => Math.floor(book.now()), { isPlaced: true }),
  NOW: eager('', 0, (_, { book }) => book.now(), { isPlaced: true }),
  DATE: eager('nnn', 3, date),
  TIME: eager('nnn', 3, time),
  YEAR: part(({ year }) => year),
  MONTH: part(({ month }) => month),
  DAY: part(({ day }) => day),
  HOUR: timePart((seconds) => Math.floor(seconds / 3600)),
  MINUTE: timePart((seconds) => Math.floor(seconds / 60) % 60),
  SECOND: timePart((seconds) => seconds % 60),
  WEEKDAY: eager('nn', 1, weekday),
  WEEKNUM: eager('nn', 1, weekNumber),
  ISOWEEKNUM: eager('n', 1, isoWeek),
  EDATE: eager('nn', 2, monthsLater),
  EOMONTH: eager('nn', 2, monthEnd),
  DAYS: eager('nn', 2, difference),
  DAYS360: eager('nnb', 2, days360),
  DATEDIF: eager('nns', 3, dateDifference),
  YEARFRAC: eager('nnn', 2, shareOfYear),
};
