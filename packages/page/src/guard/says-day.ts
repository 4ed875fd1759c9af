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

/** Asked with every publish, of a text that seldom changes. */
export class SaidDays {
  #text = '';
  #day = '';
  #said: SaidDay = 'none';

  of(text: string, day: string): SaidDay {
    if (text === this.#text && day === this.#day) return this.#said;
    // A piece of a page keeps all of the page in memory: a plan outlives it.
    [this.#text, this.#day, this.#said] = [structuredClone(text), day, saysDay(text, day)];
    return this.#said;
  }
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

interface Word {
  readonly text: string;
  /** It is a part of a time of day. */
  readonly isTime: boolean;
}

/** 23 Nov 2026, 23rd of November, November 23, 2026. */
function withMonthName(text: string, thisYear: number): Day[] {
  const words = wordsIn(text);
  return words.flatMap(({ text: name }, n): Day[] => {
    const month = monthNames().get(plainName(name));
    if (month === undefined) return [];
    const named = (day: Word | undefined, year: Word | undefined) =>
      isNumber(day, 2) ? [dayOf(isYear(year) ? year?.text : String(thisYear), String(month), day?.text)] : [];
    return [...named(words[n - 1], words[n + 1]), ...named(words[n + 1], words[n + 2])];
  });
}

const FILLERS = new Set(['st', 'nd', 'rd', 'th', 'of', 'de', 'del']);

function wordsIn(text: string): Word[] {
  const found = [...text.matchAll(/\d+|\p{L}+/gu)];
  return found
    .map(({ 0: word, index }) => ({ text: word, isTime: text[index + word.length] === ':' || text[index - 1] === ':' }))
    .filter(({ text: word }) => !FILLERS.has(word.toLowerCase()));
}

function isNumber(word: Word | undefined, most: number): boolean {
  return word !== undefined && !word.isTime && word.text.length <= most && /^\d/.test(word.text);
}

function isYear(word: Word | undefined): boolean {
  return isNumber(word, 4) && (word?.text.length === 4 || word?.text.length === 2);
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
