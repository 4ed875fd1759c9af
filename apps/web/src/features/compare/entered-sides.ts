import { parseDay } from '@sheetwire/rules/report-date';
import { localDay, localTime } from '#lib/published.ts';
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
const MOMENT = /^(?:([\d./-]{8,10})[ T])?(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

function sideOf(typed: string, now: Date): string | undefined {
  const text = typed.trim();
  if (text.toLowerCase() === 'live') return 'live';
  return text.includes(':') ? momentOf(text, now) : parseDay(text);
}

/** A time of a day, of today where none is named, by this place's clock; or one with its zone. */
function momentOf(text: string, now: Date): string | undefined {
  if (ZONED.test(text)) return isoOf(new Date(text));
  const [, named, hours, minutes, seconds] = MOMENT.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const day = named === undefined ? localDay(now) : parseDay(named);
  if (day === undefined) return undefined;
  // What came within the second that is named was there then.
  const rest = seconds === undefined ? '00' : `${seconds}.999`;
  return isoOf(new Date(`${day}T${hours.padStart(2, '0')}:${minutes}:${rest}`));
}

function isoOf(at: Date): string | undefined {
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
