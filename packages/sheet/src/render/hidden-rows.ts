import { placeFrom } from './visible.ts';

interface Numbered {
  readonly number: number;
}

/** What of a sheet tells its hidden rows. */
interface Hiding {
  readonly rows: readonly (Numbered & { readonly isHidden: boolean })[];
  readonly hidesOtherRows: boolean;
}

/**
 * Tells how many rows of a sheet are hidden from one row on and before another. Asked for rows in rising order, from few
 * rows on, it looks at each row of the sheet a fixed number of times.
 */
export function hiddenRowsOf({ rows, hidesOtherRows }: Hiding): (from: number, before: number) => number {
  // Of a sheet that hides what it does not list the rows that are seen are counted.
  const counted = rows.filter(({ isHidden }) => isHidden !== hidesOtherRows);
  if (counted.length === 0 && !hidesOtherRows) return () => 0;
  const placeOf = risingPlaces(counted);
  const starts = new Map<number, number>();
  const startOf = (from: number) => {
    const place = starts.get(from) ?? placeFrom(counted, from);
    starts.set(from, place);
    return place;
  };
  const countIn = (from: number, before: number) => placeOf(before) - startOf(from);
  return hidesOtherRows ? (from, before) => Math.max(0, before - from) - countIn(from, before) : countIn;
}

/** As `placeFrom`, from the place of the last number on where this one is no smaller: the further off, the larger the steps. */
function risingPlaces(entries: readonly Numbered[]): (number: number) => number {
  let last = Number.NEGATIVE_INFINITY;
  let place = 0;
  return (number) => {
    if (number === last) return place;
    place = number > last ? placeAfter(entries, number, place) : placeFrom(entries, number);
    last = number;
    return place;
  };
}

function placeAfter(entries: readonly Numbered[], number: number, from: number): number {
  const isBefore = (at: number) => (entries[at]?.number ?? Number.POSITIVE_INFINITY) < number;
  let low = from;
  let step = 1;
  while (isBefore(low + step - 1)) {
    low += step;
    step *= 2;
  }
  let high = low + step - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
