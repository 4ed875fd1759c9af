import { parentPort } from 'node:worker_threads';
import type { ChainAnswer, ChainJob } from './keyframe-maker.ts';
import { keyframeOf } from './keyframe-of.ts';
import { replay } from './replay.ts';

/** The thread that replays large reports and makes keyframes of them: one chain at a time, as the main thread asks. */
parentPort?.on('message', async (job: ChainJob) => parentPort?.postMessage(await answerTo(job)));

async function answerTo({ chain, wants }: ChainJob): Promise<ChainAnswer> {
  try {
    return wants === 'keyframe' ? { keyframe: await keyframeOf(chain) } : { report: await replay(chain) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
