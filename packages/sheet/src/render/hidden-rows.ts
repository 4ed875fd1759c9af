import type { Sheet } from '../model.ts';
import { placeFrom } from './visible.ts';

/** Tells how many rows of a sheet are hidden from one row on and before another. */
export function hiddenRowsOf({ rows, hidesOtherRows }: Sheet): (from: number, before: number) => number {
  // Of a sheet that hides what it does not list the rows that are seen are counted.
  const counted = rows.filter(({ isHidden }) => isHidden !== hidesOtherRows);
  if (counted.length === 0 && !hidesOtherRows) return () => 0;
  const countIn = (from: number, before: number) => placeFrom(counted, before) - placeFrom(counted, from);
  return hidesOtherRows ? (from, before) => Math.max(0, before - from) - countIn(from, before) : countIn;
}
