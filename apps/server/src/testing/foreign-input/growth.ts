/** CPU of this thread (µs): other work of the machine does not count, and what V8 collects beside it does not either. */
function cpuOf(work: () => void, times: number): number {
  const before = process.threadCpuUsage();
  for (let n = 0; n < times; n++) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / times;
}

/** How long it takes (µs), roughly: the clock of a thread's CPU may go in steps of 4 ms, which say nothing of one run. */
function timeOf(work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < LOOKS; n++) {
    const from = performance.now();
    work();
    least = Math.min(least, 1000 * (performance.now() - from));
  }
  return least;
}

const LOOKS = 3;
/** What the smaller measurement must take (µs), so that the clock's own steps do not count. */
const ENOUGH = 1500;
const SMALLEST = 500;
const DOUBLINGS = 3;
const MOST_TIMES = 50;
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
  for (let input = make(size); size < end && timeOf(() => work(input)) < ENOUGH; input = make(size)) {
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
  const times = Math.min(
    MOST_TIMES,
    Math.ceil(
      ENOUGH /
        Math.max(
          1,
          timeOf(() => work(input)),
        ),
    ),
  );
  let growth = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TRIES && growth > MOST_GROWTH; n++) {
    const [small, large] = [cpuOf(() => work(input), times), cpuOf(() => work(larger), times > 1 ? 2 : 1)];
    // Less than a microsecond is a refusal at first sight.
    growth = Math.min(growth, large < 1 ? 1 : (large / Math.max(small, 1)) ** (1 / DOUBLINGS));
  }
  return growth;
}
