/** What a text says of a day: that it is the one asked for, another one, or none at all. */
export type SaidDay = 'this' | 'other' | 'none';

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Texts that are longer say more than a day. */
const LONGEST = 200;
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const;
const MONTHS = 12;
const CENTURY = 2000;

/**
 * Whether a text names a day (yyyy-mm-dd). Of a date that can be read in two ways, 03/04/2026, either will do; a date
 * without a year is of this year.
 */
export function saysDay(text: string, day: string): SaidDay {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const found = daysIn(text.slice(0, LONGEST), year);
  if (found.length === 0) return 'none';
  return found.some((one) => one.year === year && one.month === month && one.day === date) ? 'this' : 'other';
}

function daysIn(text: string, thisYear: number): Day[] {
  return [...yearFirst(text), ...yearLast(text), ...withMonthName(text, thisYear)].filter(isDay);
}

function isDay({ month, day }: Day): boolean {
  return month >= 1 && month <= MONTHS && day >= 1 && day <= 31;
}

function yearFirst(text: string): Day[] {
  const parted = [...text.matchAll(/(?<!\d)(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)/g)];
  const plain = [...text.matchAll(/(?<!\d)((?:19|20)\d\d)([01]\d)([0-3]\d)(?!\d)/g)];
  return [...parted, ...plain].map(([, year, month, day]) => dayOf(year, month, day));
}

function yearLast(text: string): Day[] {
  const found = [...text.matchAll(/(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/g)];
  return found.flatMap(([, one, other, year]) => [dayOf(year, other, one), dayOf(year, one, other)]);
}

function withMonthName(text: string, thisYear: number): Day[] {
  const year = String.raw`(?:[\s.,\-/]+(?:de\s+)?(\d{4}|\d{2})(?![\d:]))?`;
  const dayFirst = new RegExp(
    String.raw`(?<!\d)(\d{1,2})(?:st|nd|rd|th|º|\.)?[\s\-/]*(?:of\s+|de\s+)?(\p{L}{3,})${year}`,
    'gu',
  );
  const monthFirst = new RegExp(String.raw`(\p{L}{3,})\.?[\s\-/]+(\d{1,2})(?:st|nd|rd|th)?(?![\d:])${year}`, 'gu');
  const named = (day: string | undefined, name = '', of?: string): Day[] => {
    const month = monthNames().get(plainName(name));
    return month === undefined ? [] : [dayOf(of ?? String(thisYear), String(month), day)];
  };
  return [
    ...[...text.matchAll(dayFirst)].flatMap(([, day, name, of]) => named(day, name, of)),
    ...[...text.matchAll(monthFirst)].flatMap(([, name, day, of]) => named(day, name, of)),
  ];
}

function dayOf(year: string | undefined, month: string | undefined, day: string | undefined): Day {
  const number = Number(year);
  return { year: number < 100 ? CENTURY + number : number, month: Number(month), day: Number(day) };
}

let known: ReadonlyMap<string, number> | undefined;

function monthNames(): ReadonlyMap<string, number> {
  known ??= new Map(
    LANGUAGES.flatMap((language) =>
      (['long', 'short'] as const).flatMap((month) => {
        const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
        return Array.from({ length: MONTHS }, (_, n): [string, number] => [
          plainName(format.format(Date.UTC(CENTURY, n, 1))),
          n + 1,
        ]);
      }),
    ),
  );
  return known;
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll('.', '').normalize('NFD').replaceAll(/\p{M}/gu, '');
}
