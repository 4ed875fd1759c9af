import { parseDay } from '@sheetwire/rules/report-date';
import type { Ignored } from './address.ts';

/** What is wrong with a part of an address that was ignored, and what it takes. A day alone is no moment (time 3). */
export function ignoredWords({ place, text }: Ignored): string {
  if (place === 'version') return `Version ${Number(text).toLocaleString('en-US')} does not exist.`;
  const day = parseDay(text);
  if (place === 'date')
    return day === undefined ? `“${text}” is not a date.` : `There is no snapshot on or before ${day}.`;
  // A time without its zone, or one that no clock shows.
  if (day === undefined || text.includes(':'))
    return `“${text}” is not a time. Enter one with its zone, such as at=${day ?? '2026-11-23'}T14:32:05Z.`;
  return `“${text}” is a day. Add a time, such as at=${day}T14:32:05Z, or choose its snapshot under Date.`;
}
