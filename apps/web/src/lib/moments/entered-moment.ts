import { parseDay } from '@sheetwire/rules/report-date';
import { localDay } from '../published.ts';

const TIME = /(\d{1,2}):(\d{2})(?::(\d{2}))?(?: GMT(?:([+-]\d{1,2})(?::(\d{2}))?)?)?$/;
const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * The moment that a text names, in ISO 8601: a time of a day, of today where none is named, by this place's clock; or one
 * with its zone, as pages tell it too. Undefined when it is none, as is a day alone.
 */
export function enteredMoment(typed: string, now: Date): string | undefined {
  const text = typed.trim();
  if (ZONED.test(text)) return isoOf(new Date(text));
  const time = TIME.exec(text);
  const day = time ? dayBefore(text.slice(0, time.index), now) : undefined;
  if (!time || day === undefined) return undefined;
  const [told, hours = '', minutes, seconds, ahead = '+0', more = '00'] = time;
  // What came within the second that is named was there then.
  const rest = seconds === undefined ? '00' : `${seconds}.999`;
  const zone = told.includes('GMT') ? `${ahead[0]}${ahead.slice(1).padStart(2, '0')}:${more}` : '';
  return isoOf(new Date(`${day}T${hours.padStart(2, '0')}:${minutes}:${rest}${zone}`));
}

/** Where to go from a field for a time, or why nowhere. */
export type EnteredTime = { readonly at: string } | { readonly fault: string };

/** Reads a field that takes a moment which is over. */
export function enteredTime(typed: string, now: Date): EnteredTime {
  const at = enteredMoment(typed, now);
  if (at === undefined) {
    const day = parseDay(typed);
    return {
      fault: day === undefined ? 'Enter a time as hh:mm:ss, or a day and a time' : `Add a time, such as ${day} 17:00`,
    };
  }
  return Date.parse(at) > now.getTime() + SECOND ? { fault: 'This time is in the future' } : { at };
}

/** A second that has begun may be named. */
const SECOND = 1000;

/** The day that stands before a time, in any form that a day is written in. */
function dayBefore(text: string, now: Date): string | undefined {
  if (text === '') return localDay(now);
  return /[\sT,]$/.test(text) ? parseDay(text.trim().replace(/[T,]$/, '')) : undefined;
}

function isoOf(at: Date): string | undefined {
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
