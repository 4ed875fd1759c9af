import { parseDay } from '@sheetwire/rules/report-date';
import { localDay } from '../published.ts';

const TIME = /(\d{1,2}):(\d{2})(?::(\d{2}))?(?: GMT(?:([+-]\d{1,2})(?::(\d{2}))?)?)?$/;
const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/** The moment that a text names, in ISO 8601, or why it names none. */
export type EnteredTime = { readonly at: string } | { readonly fault: string };

/**
 * The moment that is over which a text names: a time of a day, of today where none is named, by this place's clock; or one
 * with its zone, as pages tell it too. Undefined when it names none, as a day alone does.
 */
export function enteredMoment(typed: string, now: Date): EnteredTime | undefined {
  const named = namedMoment(typed.trim(), now);
  if (named === undefined || named === 'skipped') return named && { fault: skipped };
  return named.getTime() > now.getTime() + SECOND
    ? { fault: 'This time is in the future' }
    : { at: named.toISOString() };
}

/** As this place's clock was put forward it passed the time by. */
const skipped = 'This time does not exist: the clock went forward';

function namedMoment(text: string, now: Date): Date | 'skipped' | undefined {
  if (ZONED.test(text)) return realDate(new Date(text));
  const time = TIME.exec(text);
  const day = time ? dayBefore(text.slice(0, time.index), now) : undefined;
  if (!time || day === undefined) return undefined;
  const [told, hours = '', minutes, seconds, ahead = '+0', more = '00'] = time;
  // What came within the second that is named was there then.
  const rest = seconds === undefined ? '00' : `${seconds}.999`;
  const zone = told.includes('GMT') ? `${ahead[0]}${ahead.slice(1).padStart(2, '0')}:${more}` : '';
  const at = realDate(new Date(`${day}T${hours.padStart(2, '0')}:${minutes}:${rest}${zone}`));
  return at && zone === '' && isShifted(at, Number(hours), Number(minutes)) ? 'skipped' : at;
}

/** Whether a time was moved, as `Date` moves those that this place's clock passes by. */
function isShifted(at: Date, hours: number, minutes: number): boolean {
  return at.getHours() !== hours % HOURS || at.getMinutes() !== minutes;
}

const HOURS = 24;

/** Reads a field that takes a moment which is over. */
export function enteredTime(typed: string, now: Date): EnteredTime {
  const entered = enteredMoment(typed, now);
  if (entered !== undefined) return entered;
  const day = parseDay(typed);
  return {
    fault: day === undefined ? 'Enter a time as hh:mm:ss, or a day and a time' : `Add a time, such as ${day} 17:00`,
  };
}

/** A second that has begun may be named. */
const SECOND = 1000;

/** The day that stands before a time, in any form that a day is written in. */
function dayBefore(text: string, now: Date): string | undefined {
  if (text === '') return localDay(now);
  return /[\sT,]$/.test(text) ? parseDay(text.trim().replace(/[T,]$/, '')) : undefined;
}

function realDate(at: Date): Date | undefined {
  return Number.isNaN(at.getTime()) ? undefined : at;
}
