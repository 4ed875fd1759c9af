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
/** What the smaller measurement must take (µs), so that what calls and clocks take does not count. */
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
 * How many times as much CPU doubled input takes, over three doublings that end at `most` at the latest. The smallest of
 * several ratios counts, and a larger size is tried when all seem too much: noise and a heap that grows come and go,
 * what grows with the square stays near 4.
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

function growthAt<T>({ make, work }: Measured<T>, size: number): number {
  const [input, larger] = [make(size), make(size * 2 ** DOUBLINGS)];
  const times = Math.min(MOST_TIMES, Math.ceil(ENOUGH / usualCpu(() => work(input))));
  let growth = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TRIES && growth > MOST_GROWTH; n++) {
    const small = () => cpuOfOne(() => work(input), times);
    const before = small();
    const large = cpuOfOne(() => work(larger), Math.ceil(times / 2 ** DOUBLINGS));
    // Beside code that was compiled meanwhile, the run before it would hide how the larger input grows.
    const least = Math.min(before, small());
    // Less than a microsecond is a refusal at first sight.
    growth = Math.min(growth, large < 1 ? 1 : (large / Math.max(least, 0.1)) ** (1 / DOUBLINGS));
  }
  return growth;
}
