import { cpuOf } from '../../../../scripts/test/thread-cpu.ts';

/** Input of one kind, so many rows, cells or lines of it. */
export type Work = (count: number) => () => unknown;

const TRIES = 12;

/**
 * How many times the CPU time of this thread grows when the input is doubled: the least of several tries, so that a busy
 * machine fails nobody. It is tried again while it looks too much.
 */
export function growthOf(work: Work, count: number, most: number): number {
  const [small, large] = [work(count), work(2 * count)];
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TRIES && least > most; n++) {
    cpuOf(small);
    least = Math.min(least, cpuOf(large) / cpuOf(small));
  }
  return least;
}
