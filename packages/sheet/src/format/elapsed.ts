/** Seconds of each unit. */
const UNITS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1 };
/** How many of a unit fill the one above it. */
const ROUND: Readonly<Record<string, number>> = { h: 24, m: 60, s: 60 };
const DAY = 86_400;
const COUNT = /^\[(h+|m+|s+)\]$/i;
const PART = /^(?:h+|m+|s+)$/i;
/** What means something of its own in a format code beside the time: a colour, room, a fill, a text. */
const KEPT = /^(?:\[|"|\\|_|\*)/;
/** Shorter than what a clock of the spreadsheet tells: the noise of a sum, in seconds. */
const NOISE = 0.0005;
/** Parts of a second that a sum may be off by. */
const FINEST = 1e6;
const MAX_DECIMALS = 9;

/** Whether a section counts hours, minutes or seconds beyond a day, as `[h]` does (ECMA-376 part 1, 18.8.31). */
export function isElapsed(tokens: readonly string[]): boolean {
  return tokens.some((token) => COUNT.test(token));
}

/**
 * The code of a section with what is counted written into it as quoted digits. `days` is the number without its sign;
 * where the section tells a date too, only what stands behind the first count hangs on it.
 */
export function withElapsed(tokens: readonly string[], days: number, hasCalendar: boolean): string {
  const time = timeOf(tokens, days);
  return tokens.map((token, at) => pieceOf(tokens, at, { time, hasCalendar }) ?? token).join('');
}

interface Told {
  readonly time: Time;
  readonly hasCalendar: boolean;
}

interface Time {
  /** Whole seconds. */
  readonly seconds: number;
  /** The digits behind the point. */
  readonly fraction: string;
}

function pieceOf(tokens: readonly string[], at: number, { time, hasCalendar }: Told): string | undefined {
  const token = tokens[at] ?? '';
  const counted = COUNT.exec(token)?.[1];
  if (counted !== undefined) return digits(Math.floor(time.seconds / unitOf(counted)), counted.length);
  if (hasCalendar && (at < countAt(tokens) || !PART.test(token))) return undefined;
  if (PART.test(token))
    return digits(Math.floor(time.seconds / unitOf(token)) % roundOf(token), Math.min(token.length, 2));
  if (token === '0') return isFirstZero(tokens, at) ? `"${time.fraction}"` : '';
  return KEPT.test(token) ? undefined : `"${token}"`;
}

function countAt(tokens: readonly string[]): number {
  return tokens.findIndex((token) => COUNT.test(token));
}

function isFirstZero(tokens: readonly string[], at: number): boolean {
  return tokens.indexOf('0') === at;
}

/** Rounded to what the section shows: to the last digit where it shows seconds, else down to the unit. */
function timeOf(tokens: readonly string[], days: number): Time {
  const hasSeconds = tokens.some((token) => /^\[?s+\]?$/i.test(token));
  const places = Math.min(tokens.filter((token) => token === '0').length, MAX_DECIMALS);
  const exact = Math.round(days * DAY * FINEST) / FINEST;
  if (!hasSeconds && places === 0) return { seconds: Math.floor(exact + NOISE), fraction: '' };
  const [whole = '0', fraction = ''] = exact.toFixed(places).split('.');
  return { seconds: Number(whole), fraction };
}

function unitOf(letters: string): number {
  return UNITS[letters.charAt(0).toLowerCase()] ?? 1;
}

function roundOf(letters: string): number {
  return ROUND[letters.charAt(0).toLowerCase()] ?? 1;
}

function digits(count: number, places: number): string {
  return `"${String(count).padStart(places, '0')}"`;
}
