const WIRE = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/;
const clockTime = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const exactTime = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' },
  timeZoneName: 'short',
});

/** The instant of a report's `time` (yyyyMMddHHmmssSSS in UTC); undefined for `no_time` (spec 3). */
export function parseWireTime(time: string): Date | undefined {
  const parts = WIRE.exec(time);
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour, minute, second, millisecond] = parts.slice(1).map(Number);
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second, millisecond));
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** Local time of day, with the date before it unless it is today's (spec 2: 'Published:' with the local time). */
export function localTime(at: Date, now: Date): string {
  const time = clockTime.format(at);
  return localDay(at) === localDay(now) ? time : `${localDay(at)} ${time}`;
}

/** The exact local time in words, for hover and for screen readers. */
export function exactLocalTime(at: Date): string {
  return exactTime.format(at);
}

/** The local calendar day as yyyy-mm-dd. */
export function localDay(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
