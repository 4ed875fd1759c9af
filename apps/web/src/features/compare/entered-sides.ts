import { parseDay } from '@sheetwire/rules/report-date';
import { enteredMoment } from '#lib/moments/entered-moment.ts';
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
  const from = sideOf(typedFrom, now);
  const to = sideOf(typedTo, now);
  if (from === undefined || to === undefined) {
    return {
      faults: { ...(from === undefined && { from: format('From') }), ...(to === undefined && { to: format('To') }) },
    };
  }
  const ahead = { ...faultAhead('from', from, now), ...faultAhead('to', to, now) };
  if (ahead.from ?? ahead.to) return { faults: ahead };
  return from === to ? { faults: { to: 'Choose two different days or times' } } : { sides: { from, to } };
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

function faultAhead(field: 'from' | 'to', side: string, now: Date): SideFaults {
  return isMoment(side) && Date.parse(side) > now.getTime() + SECOND ? { [field]: 'This time is in the future' } : {};
}

const SECOND = 1000;

function sideOf(typed: string, now: Date): string | undefined {
  const text = typed.trim();
  if (text.toLowerCase() === 'live') return 'live';
  return text.includes(':') ? enteredMoment(text, now) : parseDay(text);
}
