import { parentPort } from 'node:worker_threads';
import type { ChainAnswer, ChainJob } from './keyframe-maker.ts';
import { keyframeOf } from './keyframe-of.ts';
import { walkCell } from './past/cell-walk.ts';
import { mergedSteps, pastSteps } from './past/past-steps.ts';
import { replay } from './replay.ts';

/** The thread that replays large reports and makes keyframes of them: one chain at a time, as the main thread asks. */
parentPort?.on('message', async (job: ChainJob) => parentPort?.postMessage(await answerTo(job)));

async function answerTo(job: ChainJob): Promise<ChainAnswer> {
  try {
    switch (job.wants) {
      case 'keyframe':
        return { keyframe: await keyframeOf(job.chain) };
      case 'report':
        return { report: await replay(job.chain) };
      case 'cell':
        return { cell: (await walkCell(job)) ?? null };
      case 'merged':
        return { merged: await mergedSteps(job.steps) };
      case 'steps':
        return { walked: await pastSteps(job) };
    }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
