import type { Worker } from 'node:worker_threads';
import { limits } from '@sheetwire/contract/limits';

/**
 * Calls back once the worker itself has worked for so long from now on: that a machine is busy with other things does not make a
 * workbook too slow. Answers how to stop.
 */
export function onTimeSpent(worker: Worker, timeMs: number, late: () => void): () => void {
  let isOver = false;
  const before = workedMs(worker);
  let timer = setTimeout(() => void check(), timeMs);
  const wall = setTimeout(late, Math.max(timeMs, limits.workbook.workWait));
  async function check(): Promise<void> {
    const left = timeMs - (await workedMs(worker)) + (await before);
    if (left <= 0) late();
    else if (!isOver) timer = setTimeout(() => void check(), left);
  }
  return () => {
    isOver = true;
    clearTimeout(timer);
    clearTimeout(wall);
  };
}

/** A worker that has not begun, or has ended, does no work. */
async function workedMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}
