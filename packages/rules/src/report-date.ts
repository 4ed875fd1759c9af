/** The first day that a report may be asked for (spec 9, Minimum date). */
export const firstReportDate = '1900-02-01';
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for a real day written yyyy-mm-dd that is not before 1900-02-01 (spec 4, Selection). */
export function isReportDate(text: string): boolean {
  const match = DAY.exec(text);
  if (!match || text < firstReportDate) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/**
 * The day that an address or a picker names, as yyyy-mm-dd: `2026-11-19`, `20261119`, `2026/11/19` or `19 Nov 2026`
 * (spec 4: a date string or 8 digits). Undefined when it is no day or before 1900-02-01.
 */
export function parseReportDate(text: string): string | undefined {
  const trimmed = text.trim();
  const digits = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/.exec(trimmed);
  const day = digits ? `${digits[1]}-${digits[2]}-${digits[3]}` : spelledDay(trimmed);
  return day !== undefined && isReportDate(day) ? day : undefined;
}

/** A date with a month in letters, read as a calendar day without a zone. */
function spelledDay(text: string): string | undefined {
  if (!/[A-Za-z]{3}/.test(text) || text.length > 40) return undefined;
  const at = Date.parse(`${text} UTC`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 10);
}
