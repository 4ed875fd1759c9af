/** A wait that doubles with each failure. */
export interface BackoffRange {
  readonly first: number;
  readonly most: number;
}

/**
 * The wait before attempt `failures` + 1: between half of and the whole doubled step, by chance, so that the viewers
 * of a server that restarted do not come back in one moment.
 */
export function backoff({ first, most }: BackoffRange, failures: number, chance: () => number): number {
  const step = Math.min(most, first * 2 ** Math.min(failures, 30));
  return step * (0.5 + chance() / 2);
}
