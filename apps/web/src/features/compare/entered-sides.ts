import { parseDay } from '@sheetwire/rules/report-date';
import { type EnteredTime, enteredMoment } from '#lib/moments/entered-moment.ts';
import { localTime } from '#lib/published.ts';
import { type AskedSides, isMoment } from './sides.ts';

/** What is wrong with the fields, each by itself. */
export interface SideFaults {
  readonly from?: string;
  readonly to?: string;
}

/** What two fields say: the sides to compare, or why not. */
export type Entered = { readonly sides: AskedSides } | { readonly faults: SideFaults };

const format = (label: string) => `${label}: enter a day as yyyy-mm-dd, a time as hh:mm:ss, both, or Live`;

/** Reads the two fields; any day may be named, also one before the first snapshot, and any moment that is over. */
export function enteredSides({ from: typedFrom, to: typedTo }: AskedSides, now: Date): Entered {
  const from = sideOf(typedFrom, now) ?? { fault: format('From') };
  const to = sideOf(typedTo, now) ?? { fault: format('To') };
  if ('fault' in from || 'fault' in to) {
    return { faults: { ...('fault' in from && { from: from.fault }), ...('fault' in to && { to: to.fault }) } };
  }
  const sides = { from: from.at, to: to.at };
  return sides.from === sides.to ? { faults: { to: 'Choose two different days or times' } } : { sides };
}

/** What the fields mean: what nobody typed over is meant to the millisecond, and is of its day though another one began. */
export function meantSides(first: AskedSides, typed: Partial<AskedSides>, now: Date): AskedSides {
  const side = (name: keyof AskedSides) => {
    const text = typed[name];
    return text === undefined || text === shownSide(first[name], now) ? first[name] : text;
  };
  return { from: side('from'), to: side('to') };
}

/** A side as its field shows it: a moment as the strip tells it. */
export function shownSide(side: string, now: Date): string {
  if (side === 'live') return 'Live';
  return isMoment(side) ? localTime(new Date(side), now) : side;
}

function sideOf(typed: string, now: Date): EnteredTime | undefined {
  const text = typed.trim();
  if (text.toLowerCase() === 'live') return { at: 'live' };
  if (text.includes(':')) return enteredMoment(text, now);
  const day = parseDay(text);
  return day === undefined ? undefined : { at: day };
}
