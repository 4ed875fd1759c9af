/** The first day that a report may be asked for (spec 9, Minimum date). */
export const firstReportDate = '1900-02-01';
/** No day is written longer, with its time and the blanks around it. */
const LONGEST_DATE = 100;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for a real day written yyyy-mm-dd that is not before 1900-02-01 (spec 4, Selection). */
export function isReportDate(text: string): boolean {
  return text >= firstReportDate && isDay(text);
}

/** The day that an address or a picker names; undefined when it is no day or before 1900-02-01 (spec 4, Selection). */
export function parseReportDate(text: string): string | undefined {
  const day = parseDay(text);
  return day !== undefined && day >= firstReportDate ? day : undefined;
}

/**
 * Any day, as yyyy-mm-dd: `2026-11-19`, `20261119`, `2026/11/19`, `11/19/2026` or `19 Nov 2026`, with a time or without
 * (spec 4: a date string or 8 digits). It is the day that is written, whatever the zone. Undefined when it is none.
 */
export function parseDay(text: string): string | undefined {
  if (text.length > LONGEST_DATE) return undefined;
  const written = text.trim().replace(/(?<=\d)[T\s,]+\d{1,2}:\d{2}.*$/i, '');
  const parts = FORMS.map((form) => form.exec(written)?.groups).find((groups) => groups !== undefined);
  if (!parts) return undefined;
  const month = parts.month ?? monthOf(parts.name ?? '');
  const day = [parts.year, month?.padStart(2, '0'), parts.day?.padStart(2, '0')].join('-');
  return isDay(day) ? day : undefined;
}

function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Month and day before the year as browsers read them; a report's name may hold words and numbers that are no date. */
const FORMS = [
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})$/,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  /^(?:[a-z]{3,9},?\s+)?(?<day>\d{1,2})[-\s]+(?<name>[a-z]{3,9})[-,.\s]+(?<year>\d{4})$/i,
  /^(?:[a-z]{3,9},?\s+)?(?<name>[a-z]{3,9})[.\s]+(?<day>\d{1,2})[,\s]+(?<year>\d{4})$/i,
];

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

function monthOf(name: string): string | undefined {
  const at = MONTHS.findIndex((month) => month.startsWith(name.toLowerCase()) && name.length >= 3);
  return at < 0 ? undefined : String(at + 1);
}
