import { threadCpu } from '../../../../../scripts/test/thread-cpu.ts';

/** CPU (ms) of this thread: whoever else uses the machine does not lengthen it. */
function cpu(): number {
  return threadCpu() / 1000;
}

/** CPU (ms) of the longest turn of this event loop while a work goes on. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = cpu();
  const look = () => {
    longest = Math.max(longest, cpu() - last);
    last = cpu();
  };
  const looks = setInterval(look, 1);
  try {
    await work();
    look();
    return longest;
  } finally {
    clearInterval(looks);
  }
}

/** CPU (ms) that a work takes on this thread. */
export async function cpuHere(work: () => Promise<unknown>): Promise<number> {
  const from = cpu();
  await work();
  return cpu() - from;
}
