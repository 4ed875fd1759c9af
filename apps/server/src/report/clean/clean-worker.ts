import { parentPort } from 'node:worker_threads';
import { Refusal } from '#lib/refusal.ts';
import { readCells } from '#report/read-cells.ts';
import type { CleanAnswer, CleanJob, CleanResults } from './clean-job.ts';
import { cleanPage } from './clean-page.ts';
import { CleanRefusal } from './refusal.ts';

parentPort?.on('message', (job: CleanJob) => parentPort?.postMessage(answerTo(job)));

function answerTo(job: CleanJob): CleanAnswer {
  try {
    return { outcome: 'done', result: resultOf(job) };
  } catch (error) {
    if (error instanceof CleanRefusal) return { outcome: 'refused', code: error.code, detail: error.detail };
    if (error instanceof Refusal) return { outcome: 'refused call', code: error.code, message: error.message };
    return { outcome: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

function resultOf(job: CleanJob): CleanResults[CleanJob['kind']] {
  switch (job.kind) {
    case 'page':
      return cleanPage(job.html, job.caps);
    case 'cells':
      return readCells(job.body);
  }
}
