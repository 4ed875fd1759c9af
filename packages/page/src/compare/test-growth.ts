/** Input of one kind, so many rows, cells or lines of it. */
export type Work = (count: number) => () => unknown;

const TRIES = 12;

/**
 * How many times the CPU time of this thread grows when the input is doubled: of the quickest runs, so that a busy
 * machine slows neither; measured again while it looks too much.
 */
export function growthOf(work: Work, count: number, most: number): number {
  const [small, large] = [work(count), work(2 * count)];
  let least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
  for (let n = 0; n < TRIES && (n < 2 || least[1] / least[0] > most); n++) {
    least = [Math.min(least[0], timeOf(small)), Math.min(least[1], timeOf(large))];
  }
  return least[1] / least[0];
}

function timeOf(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
