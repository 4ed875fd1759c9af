const DAY = 86_400_000;
/** 2000-01-03 was a Monday: business days are counted from it. */
const FIRST_MONDAY = Date.UTC(2000, 0, 3);

/** A weekday as its number since the first Monday of 2000; a weekend counts as the Friday before. */
export function businessDayOf(date: Date): number {
  const days = Math.floor((date.getTime() - FIRST_MONDAY) / DAY);
  const weeks = Math.floor(days / 7);
  return weeks * 5 + Math.min(4, days - weeks * 7);
}

/** Midnight UTC of a business day. */
export function dateOf(businessDay: number): Date {
  const weeks = Math.floor(businessDay / 5);
  return new Date(FIRST_MONDAY + (weeks * 7 + businessDay - weeks * 5) * DAY);
}

/** The last business day before the month, or the year, of a business day began. */
export function lastBefore(businessDay: number, period: 'month' | 'year'): number {
  const date = dateOf(businessDay);
  const month = period === 'year' ? 0 : date.getUTCMonth();
  return businessDayOf(new Date(Date.UTC(date.getUTCFullYear(), month, 0)));
}

/** yyyy-mm-dd. */
export function isoDay(businessDay: number): string {
  return dateOf(businessDay).toISOString().slice(0, 10);
}
