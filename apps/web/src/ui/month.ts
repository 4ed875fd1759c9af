/** Calendar arithmetic on yyyy-mm-dd alone: no zone can move a day. */
const dayMs = 86_400_000;

/** The day `days` later; nothing is later than the last day that yyyy-mm-dd can name. */
export function addDays(day: string, days: number): string {
  return fromUtc(toUtc(day) + days * dayMs);
}

/** The same day of another month, or its last day when that month is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return fromUtc(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** The weeks of a month, Monday first; places outside the month are empty. */
export function weeksOf(day: string): (string | undefined)[][] {
  const first = `${day.slice(0, 8)}01`;
  const lead = (new Date(toUtc(first)).getUTCDay() + 6) % 7;
  const days: (string | undefined)[] = Array.from({ length: lead }, () => undefined);
  const last = Number(addMonths(`${day.slice(0, 8)}31`, 0).slice(8));
  for (let date = 0; date < last; date++) days.push(addDays(first, date));
  while (days.length % 7 !== 0) days.push(undefined);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

/** The Monday (0) to Sunday (6) place of a day. */
export function weekdayOf(day: string): number {
  return (new Date(toUtc(day)).getUTCDay() + 6) % 7;
}

/** A day in the words of `format`, which must be in UTC. */
export function dayWords(day: string, format: Intl.DateTimeFormat): string {
  return format.format(toUtc(day));
}

function toUtc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

const lastDay = Date.UTC(9999, 11, 31);

function fromUtc(ms: number): string {
  return new Date(Math.min(ms, lastDay)).toISOString().slice(0, 10);
}
