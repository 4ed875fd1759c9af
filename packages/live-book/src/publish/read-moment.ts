/** What a cell takes that shows a day, a time, or both. */
export type MomentKind = 'date' | 'dateTime' | 'time';

const dayForm = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](.*))?$/;
const clockForm = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,3})?))?(?:\s*([ap])m)?$/i;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** What is written, as if it were of UTC, a time from 0 on; undefined for what is none, and for a day that no calendar has. */
export function readMoment(kind: MomentKind, value: string): number | undefined {
  const text = value.trim();
  if (kind === 'time') return readClock(text);
  const [, year, month, date, clock] = dayForm.exec(text) ?? [];
  const at = new Date(0);
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(date));
  // February 30 is read as a day of March.
  const isThere = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${year}-${month}-${date}`);
  const time = clock === undefined ? 0 : kind === 'dateTime' ? readClock(clock.trim()) : undefined;
  return isThere && time !== undefined ? at.getTime() + time : undefined;
}

/** `14:30`, `9:05:30`, `2:30 PM`. */
function readClock(text: string): number | undefined {
  const [whole, hours, minutes, seconds = '0', half] = clockForm.exec(text) ?? [];
  if (whole === undefined || Number(minutes) >= 60 || Number(seconds) >= 60) return undefined;
  const isLate = half?.toLowerCase() === 'p';
  const isThere = half === undefined ? Number(hours) < 24 : Number(hours) >= 1 && Number(hours) <= 12;
  const of = half === undefined ? Number(hours) : (Number(hours) % 12) + (isLate ? 12 : 0);
  return isThere ? of * hour + Number(minutes) * minute + Math.round(Number(seconds) * 1000) : undefined;
}

/** 0 of the serial numbers of days, and the first day before which Excel counts one too many. */
const zero1900 = Date.UTC(1899, 11, 30);
const march1900 = Date.UTC(1900, 2, 1);
const zero1904 = Date.UTC(1904, 0, 1);

/** A moment as spreadsheets count it; less than 0 for one before their first day. */
export function serialOf(kind: MomentKind, at: number, has1904Dates: boolean): number {
  if (kind === 'time') return at / day;
  if (has1904Dates) return (at - zero1904) / day;
  return (at - zero1900) / day - (at < march1900 ? 1 : 0);
}
