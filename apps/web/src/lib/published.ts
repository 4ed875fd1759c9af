const WIRE = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/;
const dayWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

/** The instant of a report's `time` (yyyyMMddHHmmssSSS in UTC); undefined for `no_time` (spec 3). */
export function parseWireTime(time: string): Date | undefined {
  const parts = WIRE.exec(time);
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour, minute, second, millisecond] = parts.slice(1).map(Number);
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second, millisecond));
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/**
 * Local time of day, with the date before it unless it is today's (spec 2: 'Published:' with the local time), and the zone
 * after it where clocks show that time twice. All of it is read from the date: a formatter stays in the zone that it was
 * made in, wherever its reader has gone since.
 */
export function localTime(at: Date, now: Date): string {
  const time = isTwice(at) ? `${clockTime(at)} ${zoneOf(at)}` : clockTime(at);
  return localDay(at) === localDay(now) ? time : `${localDay(at)} ${time}`;
}

/** The exact local time in words, for hover and for screen readers: `Friday 20 November 2026 at 14:32:05.218 GMT+1`. */
export function exactLocalTime(at: Date): string {
  const day = dayWords.format(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()));
  return `${day} at ${clockTime(at)}.${String(at.getMilliseconds()).padStart(3, '0')} ${zoneOf(at)}`;
}

/** The local calendar day as yyyy-mm-dd. */
export function localDay(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

function clockTime(at: Date): string {
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** Clocks show this time twice: they are put back, by an hour in most places, by half or two in some. */
function isTwice(at: Date): boolean {
  const zone = at.getTimezoneOffset();
  const other = (minutes: number) => new Date(at.getTime() + minutes * 60_000).getTimezoneOffset();
  return [-120, -60, -30, 30, 60, 120].some((minutes) => other(minutes) - zone === minutes);
}

/** How far the local time is from Greenwich: `GMT`, `GMT-5`, `GMT+5:30`. */
function zoneOf(at: Date): string {
  const ahead = -at.getTimezoneOffset();
  if (ahead === 0) return 'GMT';
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  return `GMT${ahead < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${two(minutes)}`}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
