import { parentPort } from 'node:worker_threads';
import { contentsOf } from './cells/cell-hits.ts';
import { indexOf } from './cells/cell-index.ts';
import { keyframeOf } from './keyframe-of.ts';
import { cellTexts } from './past/cell-texts.ts';
import { walkCell } from './past/cell-walk.ts';
import { countsOf } from './past/change-counts.ts';
import { mergedSteps, pastSteps, toldOps } from './past/past-steps.ts';
import { isSameReport } from './past/same-report.ts';
import { LastFrames } from './read-frame.ts';
import { replay } from './replay.ts';
import { type ChainAnswer, type ChainJob, receivedJob, type SentJob } from './thread/chain-jobs.ts';

const frames = new LastFrames();

/** The thread that replays large reports and makes keyframes of them: one chain at a time, as the main thread asks. */
parentPort?.on('message', async (sent: SentJob) => parentPort?.postMessage(await answerTo(sent)));

async function answerTo(sent: SentJob): Promise<ChainAnswer> {
  try {
    return await answerOf(receivedJob(sent));
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

async function answerOf(job: ChainJob): Promise<ChainAnswer> {
  switch (job.wants) {
    case 'keyframe':
      return { keyframe: await keyframeOf(job.chain) };
    case 'report':
      return { report: await replay(job.chain) };
    case 'cell':
      return { cell: (await walkCell(job, frames)) ?? null };
    case 'pages':
      return { pages: (await frames.of(job.chain.keyframe)).report.pages.map(({ name, user }) => ({ name, user })) };
    case 'merged':
      return { merged: await mergedSteps(job.steps) };
    case 'counts':
      return { counts: await countsOf(job.steps) };
    case 'steps': {
      const { ops, pages } = await pastSteps(job, frames);
      return { walked: { ops: toldOps(ops) ?? null, pages } };
    }
    case 'contents':
      return { contents: await contentsOf(job) };
    case 'index':
      return { index: (await indexOf(job.chain)) ?? null };
    case 'texts':
      return { texts: cellTexts((await replay(job.chain)).pages, job.places) };
    case 'page texts':
      return { texts: cellTexts(job.pages, job.places) };
    case 'same':
      return { isSame: isSameReport(await replay(job.chain), job.pages) };
  }
}
