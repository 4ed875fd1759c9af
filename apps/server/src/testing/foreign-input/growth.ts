import { cpuOf } from '../../../../../scripts/test/thread-cpu.ts';

/** CPU of this thread (µs): other work of the machine does not count, and what V8 collects beside it does not either. */
function cpuOfOne(work: () => void, times: number): number {
  const all = cpuOf(() => {
    for (let n = 0; n < times; n++) work();
  });
  return all / times;
}

/** The middle one of some: the first runs code that is not compiled yet, and a reading may miss what was run. */
function usualCpu(work: () => void): number {
  const taken = Array.from({ length: LOOKS }, () => cpuOf(work));
  return taken.toSorted((a, b) => a - b)[LOOKS >> 1] ?? 1;
}

const LOOKS = 3;
/** What the smallest measurement must take (µs), so that what calls and clocks take does not count. */
const ENOUGH = 1000;
const SMALLEST = 500;
const DOUBLINGS = 3;
const MOST_TIMES = 800;
const TRIES = 20;

/** What doubled input may cost (quality, Speed). */
export const MOST_GROWTH = 2.3;

interface Measured<T> {
  readonly make: (size: number) => T;
  readonly work: (input: T) => void;
}

/**
 * How many times as much CPU doubled input takes: the middle one of three doublings that end at `most` at the latest. A
 * step that comes once, as of memory that the processor no longer holds near, is in one of them; what grows with the
 * square is near 4 in each. A larger size is tried when it seems too much.
 */
export function growthOf<T>({ make, work }: Measured<T>, most: number): number {
  const end = most / 2 ** DOUBLINGS;
  let size = Math.min(SMALLEST, end);
  for (let input = make(size); size < end && usualCpu(() => work(input)) < ENOUGH; input = make(size)) {
    size = Math.min(end, size * 2);
  }
  let least = Number.POSITIVE_INFINITY;
  for (const base of [size, 2 * size, 4 * size].filter((one) => one <= end)) {
    least = Math.min(least, growthAt({ make, work }, base));
    if (least <= MOST_GROWTH) break;
  }
  return least;
}

/** Each size is measured several times, and its least counts: noise comes and goes. */
function growthAt<T>({ make, work }: Measured<T>, size: number): number {
  const inputs = Array.from({ length: DOUBLINGS + 1 }, (_, n) => make(size * 2 ** n));
  const [smallest] = inputs;
  if (smallest === undefined) return Number.NaN;
  const times = Math.min(MOST_TIMES, Math.ceil(ENOUGH / usualCpu(() => work(smallest))));
  const taken = inputs.map(() => Number.POSITIVE_INFINITY);
  let growth = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TRIES && growth > MOST_GROWTH; n++) {
    for (const [at, input] of inputs.entries()) {
      const cpu = cpuOfOne(() => work(input), Math.ceil(times / 2 ** at));
      taken[at] = Math.min(taken[at] ?? cpu, cpu);
    }
    growth = middleGrowth(taken);
  }
  return growth;
}

/** µs; what takes no longer at the largest size is dear to nobody, and is mostly what the processor waits for memory. */
const NOTHING = 500;

function middleGrowth(taken: readonly number[]): number {
  if ((taken.at(-1) ?? 0) < NOTHING) return 1;
  const growths = taken.slice(1).map((cpu, n) => cpu / Math.max(taken[n] ?? cpu, 0.1));
  return growths.toSorted((a, b) => a - b)[growths.length >> 1] ?? Number.NaN;
}
