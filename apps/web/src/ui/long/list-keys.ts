/** Rows that PageUp and PageDown pass. */
const page = 9;

const steps: ReadonlyMap<string, (count: number) => number> = new Map([
  ['ArrowDown', () => 1],
  ['ArrowUp', () => -1],
  ['PageDown', () => page],
  ['PageUp', () => -page],
  ['Home', (count: number) => -count],
  ['End', (count: number) => count],
]);

/** The row of a list to which a key moves from row `at` (-1 = none); undefined for a key that moves nothing. */
export function movedBy(key: string, at: number, count: number): number | undefined {
  const step = steps.get(key);
  return step === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, at + step(count)));
}
