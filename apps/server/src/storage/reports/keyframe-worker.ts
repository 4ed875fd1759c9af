import { parentPort } from 'node:worker_threads';
import { keyframeOf } from './keyframe-of.ts';
import type { Chain } from './replay.ts';

/** The thread that makes keyframes of large reports: one chain at a time, as the main thread asks. */
parentPort?.on('message', async (chain: Chain) => {
  try {
    parentPort?.postMessage({ keyframe: await keyframeOf(chain) });
  } catch (error) {
    parentPort?.postMessage({ fault: error instanceof Error ? error.message : String(error) });
  }
});
