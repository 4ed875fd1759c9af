import { parentPort } from 'node:worker_threads';
import type { CleanAnswer, CleanJob } from './clean-job.ts';
import { cleanPage } from './clean-page.ts';
import { CleanRefusal } from './refusal.ts';

parentPort?.on('message', (job: CleanJob) => parentPort?.postMessage(answerTo(job)));

function answerTo({ html, caps }: CleanJob): CleanAnswer {
  try {
    return { outcome: 'cleaned', page: cleanPage(html, caps) };
  } catch (error) {
    if (error instanceof CleanRefusal) return { outcome: 'refused', code: error.code, detail: error.detail };
    return { outcome: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
