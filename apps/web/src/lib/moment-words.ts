const dayLength = 24 * 60 * 60 * 1000;

/** A moment in local time to the minute: `today 14:32`, `yesterday 09:05`, or `2026-10-02 14:32`. */
export function momentWords(at: Date, now: Date): string {
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`;
  return `${dayWords(at, now)} ${time}`;
}

/** Since when something is so, in a sentence: `14:32`, or with its day when that is not today. */
export function sinceWords(at: Date, now: Date): string {
  return momentWords(at, now).replace('today ', '');
}

/** The same moment in UTC to the second: `2026-11-20 14:32:05`. */
export function utcWords(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ');
}

function dayWords(at: Date, now: Date): string {
  const day = localDay(at);
  if (day === localDay(now)) return 'today';
  const noon = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 12);
  return day === localDay(new Date(noon.getTime() - dayLength)) ? 'yesterday' : day;
}

function localDay(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
