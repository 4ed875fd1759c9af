import { parseDay } from '@sheetwire/rules/report-date';
import type { AskedSides } from './sides.ts';

/** What is wrong with the fields, each by itself. */
export interface SideFaults {
  readonly from?: string;
  readonly to?: string;
}

/** What two fields say: the sides to compare, or why not. */
export type Entered = { readonly sides: AskedSides } | { readonly faults: SideFaults };

const format = (label: string) => `${label}: enter a day as yyyy-mm-dd, or Live`;

/** Reads the two fields; any day may be named, also one before the first snapshot. */
export function enteredSides({ from: typedFrom, to: typedTo }: AskedSides): Entered {
  const from = sideOf(typedFrom);
  const to = sideOf(typedTo);
  if (from === undefined || to === undefined) {
    return {
      faults: { ...(from === undefined && { from: format('From') }), ...(to === undefined && { to: format('To') }) },
    };
  }
  return from === to ? { faults: { to: 'Choose two different days' } } : { sides: { from, to } };
}

/** A side as its field shows it. */
export function shownSide(side: string): string {
  return side === 'live' ? 'Live' : side;
}

function sideOf(typed: string): string | undefined {
  return typed.trim().toLowerCase() === 'live' ? 'live' : parseDay(typed);
}
