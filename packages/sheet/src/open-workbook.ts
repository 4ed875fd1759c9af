import { Worker } from 'node:worker_threads';
import { limits } from '@sheetwire/contract/limits';
import type { Workbook } from './model.ts';
import { readDelimited, readWorkbook } from './publish-pages.ts';
import { WorkbookError } from './workbook-error.ts';

/** What the worker answers. */
export type ReadAnswer = { readonly workbook: Workbook } | { readonly refusal: string } | { readonly fault: string };

/** How long and how large a read may grow; what is left out is that of limits.workbook. */
export interface WorkerCaps {
  readonly timeMs?: number;
  readonly heapMiB?: number;
}

const delimiters: Readonly<Record<string, string>> = { tsv: '\t', tab: '\t' };
const textKinds: ReadonlySet<string> = new Set(['csv', 'tsv', 'tab', 'txt']);

/**
 * Reads a workbook by its file name's ending, in a worker under caps of time and memory (safety, workbooks are
 * hostile input); throws WorkbookError with a sentence that says what to do.
 */
export function openWorkbook(bytes: Uint8Array, name: string, caps: WorkerCaps = {}): Promise<Workbook> {
  const timeMs = caps.timeMs ?? limits.workbook.readTime;
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: { bytes, name },
    resourceLimits: {
      maxOldGenerationSizeMb: caps.heapMiB ?? limits.workbook.heapMiB,
      maxYoungGenerationSizeMb: limits.workbook.youngHeapMiB,
    },
  });
  return new Promise<Workbook>((resolve, reject) => {
    const refuse = (message: string) => reject(new WorkbookError(message));
    const stopTimer = onTimeSpent(worker, timeMs, () => refuse(tooSlow));
    worker.once('message', (answer: ReadAnswer) => {
      stopTimer();
      if ('workbook' in answer) resolve(answer.workbook);
      else if ('refusal' in answer) refuse(answer.refusal);
      else reject(new Error(`The workbook reader failed: ${answer.fault}`));
    });
    worker.once('error', (error: Error & { code?: string }) => {
      stopTimer();
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse(tooLarge);
      else reject(error);
    });
  }).finally(() => worker.terminate());
}

/**
 * Calls back once the worker itself has worked for so long: that a machine is busy with other things does not make a
 * workbook too slow. Answers how to stop.
 */
function onTimeSpent(worker: Worker, timeMs: number, late: () => void): () => void {
  let isOver = false;
  let timer = setTimeout(() => void check(), timeMs);
  const wall = setTimeout(late, Math.max(timeMs, limits.workbook.readWait));
  async function check(): Promise<void> {
    const left = timeMs - (await workedMs(worker));
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

/** Reads by the ending of the name, in the present thread. */
export async function readByName(bytes: Uint8Array, name: string): Promise<Workbook> {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (!textKinds.has(ending)) return readWorkbook(bytes);
  const delimiter = delimiters[ending];
  const sheet = name.slice(name.lastIndexOf('/') + 1, name.lastIndexOf('.'));
  return readDelimited(bytes, { name: sheet, ...(delimiter !== undefined && { delimiter }) });
}

const tooSlow =
  'The workbook took too long to read: publish a smaller one, or one saved again by a spreadsheet program.';
const tooLarge = 'The workbook needs too much memory to read: publish a smaller one.';
