/** A day of the calendar. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const dayMs = 86_400_000;
const before1900 = Date.UTC(1899, 11, 31);
const first1904 = Date.UTC(1904, 0, 1);
/** The 29th of February 1900, which spreadsheets have and the calendar has not (ECMA-376 part 1, 18.17.4.1). */
const leapFault = 60;
/** Days that the 1904 system counts fewer. */
export const shift1904 = 1462;
/** The last day of the year 9999, in the 1900 system. */
const lastSerial = 2_958_465;

/** The number of a day; months and days beyond their ends run over. Undefined outside the years of the system. */
export function serialOf({ year, month, day }: Day, has1904Dates: boolean): number | undefined {
  if (!Number.isFinite(year + month + day) || Math.abs(month) > 1e6 || Math.abs(day) > 1e8) return undefined;
  const time = new Date(0).setUTCFullYear(year, month - 1, day);
  if (has1904Dates) return within((time - first1904) / dayMs, lastSerial - shift1904);
  const count = (time - before1900) / dayMs;
  if (year === 1900 && month === 2 && day === 29) return leapFault;
  return within(count >= leapFault ? count + 1 : count, lastSerial);
}

function within(serial: number, last: number): number | undefined {
  return serial >= 0 && serial <= last ? serial : undefined;
}

/** The day of a serial number, its time left out; undefined outside the years of the system. */
export function dayOf(serial: number, has1904Dates: boolean): Day | undefined {
  const whole = Math.floor(serial);
  if (whole < 0 || whole > (has1904Dates ? lastSerial - shift1904 : lastSerial)) return undefined;
  if (has1904Dates) return partsOf(first1904 + whole * dayMs);
  if (whole === 0) return { year: 1900, month: 1, day: 0 };
  if (whole === leapFault) return { year: 1900, month: 2, day: 29 };
  return partsOf(before1900 + (whole > leapFault ? whole - 1 : whole) * dayMs);
}

function partsOf(time: number): Day {
  const date = new Date(time);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The day of the week of a serial number, Sunday 0: by the count of spreadsheets, the 1st of January 1900 a Sunday. */
export function weekdayOf(serial: number, has1904Dates: boolean): number {
  const whole = Math.floor(serial) + (has1904Dates ? shift1904 : 0);
  return (((whole - 1) % 7) + 7) % 7;
}

/** The day so many months away; one beyond the end of its month is the last of it. */
export function monthsAway({ year, month, day }: Day, count: number): Day {
  const all = year * 12 + (month - 1) + count;
  const there = { year: Math.floor(all / 12), month: (((all % 12) + 12) % 12) + 1 };
  return { ...there, day: Math.min(day, lastDayOf(there.year, there.month)) };
}

/** The last day of a month. */
export function lastDayOf(year: number, month: number): number {
  return new Date(new Date(0).setUTCFullYear(year, month, 0)).getUTCDate();
}

/** The moment of a clock as the serial number that it shows. */
export function serialOfClock(now: Date, has1904Dates: boolean): number {
  const local = Date.UTC(
    now.getFullYear(),
    now.getMonth(),
    now.getDate(),
    now.getHours(),
    now.getMinutes(),
    now.getSeconds(),
    now.getMilliseconds(),
  );
  const days = (local - before1900) / dayMs + 1;
  return has1904Dates ? days - shift1904 : days;
}
