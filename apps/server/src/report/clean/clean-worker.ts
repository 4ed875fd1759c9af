import { parentPort } from 'node:worker_threads';
import { nameCells } from '@sheetwire/page/model/cell-names';
import { cutPage } from '@sheetwire/page/model/page-cut';
import { Refusal } from '#lib/refusal.ts';
import { newSeed } from '#report/clean-report.ts';
import { diffPages } from '#report/compare/diff-page.ts';
import { readCells } from '#report/publish/read-cells.ts';
import { readReport } from '#report/publish/read-report.ts';
import type { CleanAnswer, CleanJob, CleanResults, PageParts } from './clean-job.ts';
import { cleanPage } from './clean-page.ts';
import { CleanRefusal } from './refusal.ts';

parentPort?.on('message', (job: CleanJob) => {
  const answer = answerTo(job);
  parentPort?.postMessage(answer, answer.outcome === 'done' ? movedOf(answer.result) : []);
});

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
    case 'report':
      return readReport(job.body, job.bounds);
    case 'parts':
      return partsOf(job.html);
    case 'diff':
      return { ops: diffPages(job.pairs) };
  }
}

function partsOf(html: string): PageParts {
  const { html: _, ...cut } = cutPage(html);
  return { cut, bytes: Buffer.byteLength(html), names: nameCells({ ...cut, html }, newSeed()) };
}

/** The lists of numbers and the bytes that were read, which change threads without a copy. */
function movedOf(result: CleanResults[CleanJob['kind']]): ArrayBuffer[] {
  if ('offsets' in result) return [...result.pages, result.offsets ?? {}, { body: result.body }].flatMap(numbersIn);
  return 'cut' in result ? numbersIn(result) : [];
}

function numbersIn(holder: object): ArrayBuffer[] {
  return Object.values(holder).flatMap((value: unknown) => {
    if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? numbersIn(value) : [];
  });
}
