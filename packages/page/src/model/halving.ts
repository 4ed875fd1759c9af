/** The place of the last item that starts at or before a number, found by halving; 0 when none does. */
export function lastStartingBy<T>(items: readonly T[], number: number, startOf: (item: T) => number): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const item = items[middle];
    if (item !== undefined && startOf(item) <= number) low = middle;
    else high = middle - 1;
  }
  return low;
}
