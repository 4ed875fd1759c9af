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
