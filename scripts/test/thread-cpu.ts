const never = new Int32Array(new SharedArrayBuffer(4));
/** In milliseconds: a shorter one may be over before the thread is put aside. */
const PAUSE = 0.2;

/**
 * CPU of this thread (µs), whoever else uses the machine. The kernel brings its count up to date when a thread is put
 * aside, or else at its next tick, milliseconds later: a pause comes first.
 */
export function threadCpu(): number {
  Atomics.wait(never, 0, 0, PAUSE);
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** CPU (µs, 1 at least) that a work takes on this thread. */
export function cpuOf(work: () => unknown): number {
  const from = threadCpu();
  work();
  return Math.max(1, threadCpu() - from);
}
