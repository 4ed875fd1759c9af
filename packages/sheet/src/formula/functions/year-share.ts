import { type Day, lastDayOf } from '../values/calendar.ts';

interface Span {
  readonly from: Day;
  readonly to: Day;
  readonly days: number;
}

/** The share of a year between two days by a count of days (18.17.7.351). */
export function yearShare({ from, to, days }: Span, basis: number): number {
  switch (basis) {
    case 1:
      return days / averageYear({ from, to, days });
    case 2:
      return days / 360;
    case 3:
      return days / 365;
    case 4:
      return thirties(from, to, Math.min(from.day, 30), Math.min(to.day, 30)) / 360;
    default:
      return american(from, to) / 360;
  }
}

function thirties(from: Day, to: Day, first: number, last: number): number {
  return (to.year - from.year) * 360 + (to.month - from.month) * 30 + last - first;
}

function american(from: Day, to: Day): number {
  const isEnd = (day: Day) => day.month === 2 && day.day === lastDayOf(day.year, 2);
  let [first, last] = [from.day, to.day];
  if (isEnd(from) && isEnd(to)) last = 30;
  if (isEnd(from)) first = 30;
  if (last === 31 && first >= 30) last = 30;
  if (first === 31) first = 30;
  return thirties(from, to, first, last);
}

function averageYear({ from, to }: Span): number {
  const isWithinYear =
    from.year === to.year ||
    (to.year === from.year + 1 && (from.month > to.month || (from.month === to.month && from.day >= to.day)));
  if (!isWithinYear) {
    let days = 0;
    for (let year = from.year; year <= to.year; year++) days += lengthOf(year);
    return days / (to.year - from.year + 1);
  }
  if (from.year === to.year) return lengthOf(from.year);
  const crossesLeapDay =
    (isLeap(from.year) && from.month <= 2) || (isLeap(to.year) && (to.month > 2 || (to.month === 2 && to.day === 29)));
  return crossesLeapDay ? 366 : 365;
}

function isLeap(year: number): boolean {
  return lastDayOf(year, 2) === 29;
}

function lengthOf(year: number): number {
  return isLeap(year) ? 366 : 365;
}
