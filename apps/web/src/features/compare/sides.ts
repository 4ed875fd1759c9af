import type { Selection } from '#features/selection/selection.ts';

/** One of the two that are compared: a day's snapshot, a moment in ISO 8601, or undefined for the live report. */
export type Day = string | undefined;

/** The two of a comparison, the older first; live is newer than any day or moment. */
export interface Sides {
  readonly older: Day;
  readonly newer: Day;
}

/** What a selection compares; undefined when it compares nothing. */
export function sidesOf({ date, compare }: Pick<Selection, 'date' | 'compare'>): Sides | undefined {
  if (compare === undefined) return undefined;
  const [one, other] = compare.includes('..') ? compare.split('..').map(dayOf) : [dayOf(compare), date];
  const isOther = other !== undefined && (one === undefined || one > other);
  return isOther ? { older: other, newer: one } : { older: one, newer: other };
}

/** Whether a side is a moment of the report's past, not a day. */
export function isMoment(side: Day): boolean {
  return side?.includes('T') === true;
}

/** What is to be compared, as an address and a selection name it: `live`, yyyy-mm-dd or ISO 8601. */
export interface AskedSides {
  readonly from: string;
  readonly to: string;
}

/** The two sides as the fields beside the report name them. */
export function askedOf({ older, newer }: Sides): AskedSides {
  return { from: older ?? 'live', to: newer ?? 'live' };
}

/** What the fields hold before anything is compared: what is shown, or the newest snapshot, and the live report. */
export function firstSides(shown: Day, snapshotDates: readonly string[]): AskedSides {
  return { from: shown ?? snapshotDates.toSorted().at(-1) ?? '', to: 'live' };
}

/** Two sides as a selection takes them: the day that is shown, and what it is compared with. */
export interface SidesChoice {
  readonly compare: string;
  readonly date: Day;
}

/** The choice of two sides, the older first whichever way round they were entered; the shown one stays where it can. */
export function choiceOf({ from, to }: AskedSides, shown: Day): SidesChoice {
  const [older = '', newer = ''] = [from, to].sort();
  if (isMoment(older) && isMoment(newer)) return { compare: `${older}..${newer}`, date: undefined };
  // Only a day or the live report is shown; a moment is what it is compared with.
  const isShown = isMoment(newer) || (older === (shown ?? 'live') && !isMoment(older));
  const [compare, date] = isShown ? [newer, older] : [older, newer];
  return { compare, date: date === 'live' ? undefined : date };
}

function dayOf(name: string): Day {
  return name === 'live' ? undefined : name;
}
