import type { Selection } from '#features/selection/selection.ts';

/** One of the two that are compared: a day's snapshot, or undefined for the live report. */
export type Day = string | undefined;

/** The two days of a comparison, the older first; live is newer than any day. */
export interface Sides {
  readonly older: Day;
  readonly newer: Day;
}

/** What a selection compares; undefined when it compares nothing. */
export function sidesOf({ date, compare }: Selection): Sides | undefined {
  if (compare === undefined) return undefined;
  const other = compare === 'live' ? undefined : compare;
  const isOther = date !== undefined && (other === undefined || other > date);
  return isOther ? { older: date, newer: other } : { older: other, newer: date };
}

/** What is to be compared, as an address and a selection name it: `live` or yyyy-mm-dd. */
export interface AskedSides {
  readonly from: string;
  readonly to: string;
}

/** The two sides as the fields beside the report name them. */
export function askedOf({ older, newer }: Sides): AskedSides {
  return { from: older ?? 'live', to: newer ?? 'live' };
}

/** What the fields hold before anything is compared: the newest snapshot and the live report, or the shown day and it. */
export function firstSides(date: Day, snapshotDates: readonly string[]): AskedSides {
  return { from: date ?? snapshotDates.toSorted().at(-1) ?? '', to: 'live' };
}

/** Two sides as a selection takes them: the day that is shown, and what it is compared with. */
export interface SidesChoice {
  readonly compare: string;
  readonly date: Day;
}

/** The choice of two sides, the older first whichever way round they were entered; the shown one stays where it can. */
export function choiceOf({ from, to }: AskedSides, shown: Day): SidesChoice {
  const [older = '', newer = ''] = [from, to].sort();
  const isShown = older === (shown ?? 'live');
  const [compare, date] = isShown ? [newer, older] : [older, newer];
  return { compare, date: date === 'live' ? undefined : date };
}
