import { Worker } from 'node:worker_threads';
import { limits } from '@sheetwire/contract/limits';
import { type PageSelection, type RenderedReport, readDelimited, readWorkbook } from './publish-pages.ts';
import { htmlPages } from './read/html-file.ts';
import { memoryTooLarge } from './read/read-budget.ts';
import { decodedText } from './read/text-file.ts';
import { textOf } from './render/page-text.ts';
import { renderSelection } from './render/selection.ts';
import { quoted, WorkbookError } from './workbook-error.ts';

/** A page as it crosses between threads: its text as bytes, which move. */
interface PageBytes {
  readonly name: string;
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
  readonly styles: string[];
}

/** What the thread answers. */
export type RenderAnswer =
  | { readonly pages: readonly PageBytes[]; readonly warnings: string[] }
  | { readonly refusal: string }
  | { readonly fault: string };

/** A file by the ending of its name, and what of it becomes pages. */
export interface FileSource {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly selection?: PageSelection;
}

/** How long one file may be worked at, and how large the heap of its thread may grow; else that of limits.workbook. */
export interface WorkerCaps {
  readonly timeMs?: number;
  readonly heapMiB?: number;
}

const delimiters: Readonly<Record<string, string>> = { tsv: '\t', tab: '\t' };
const textKinds: ReadonlySet<string> = new Set(['csv', 'tsv', 'tab', 'txt']);
const htmlKinds: ReadonlySet<string> = new Set(['html', 'htm']);

/**
 * Reads a file and renders its pages, both in a thread under caps of time and memory (safety, workbooks are hostile
 * input); throws WorkbookError with a sentence that says what to do, whatever the file does to the thread. Bytes that
 * have their memory to themselves move to the thread.
 */
export function renderFile(source: FileSource, caps: WorkerCaps = {}): Promise<RenderedReport> {
  const bytes = movable(source.bytes);
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    workerData: { ...source, bytes },
    transferList: [bytes.buffer],
    resourceLimits: {
      maxOldGenerationSizeMb: caps.heapMiB ?? limits.workbook.heapMiB,
      maxYoungGenerationSizeMb: limits.workbook.youngHeapMiB,
    },
  });
  return new Promise<RenderedReport>((resolve, reject) => {
    const refuse = (message: string, cause?: unknown) => reject(new WorkbookError(message, cause));
    const stopTimer = onTimeSpent(worker, caps.timeMs ?? limits.workbook.workTime, () => refuse(tooSlow));
    worker.once('message', (answer: RenderAnswer) => {
      if ('pages' in answer) resolve(reportOf(answer.pages, answer.warnings));
      else refuse('refusal' in answer ? answer.refusal : failed(answer.fault));
    });
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse(memoryTooLarge);
      else refuse(failed(`${error.name}: ${error.message}`), error);
    });
    worker.once('exit', () => {
      stopTimer();
      refuse(failed('it ended without an answer'));
    });
  }).finally(() => worker.terminate());
}

/** The bytes as they may move to a thread: copied where others lie in the same memory. */
function movable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
    ? new Uint8Array(buffer)
    : bytes.slice();
}

/** A fault of ours in a file that nobody thought of costs that file, and is told with what went wrong. */
function failed(fault: string): string {
  return `The file could not be read (${quoted(fault)}): save it again in a spreadsheet program and publish that file.`;
}

/**
 * Calls back once the worker itself has worked for so long: that a machine is busy with other things does not make a
 * workbook too slow. Answers how to stop.
 */
function onTimeSpent(worker: Worker, timeMs: number, late: () => void): () => void {
  let isOver = false;
  let timer = setTimeout(() => void check(), timeMs);
  const wall = setTimeout(late, Math.max(timeMs, limits.workbook.workWait));
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

function reportOf(pages: readonly PageBytes[], warnings: string[]): RenderedReport {
  return { pages: pages.map(({ name, chunks, styles }) => ({ name, html: textOf(chunks), styles })), warnings };
}

/** The pages of a file by the ending of its name, in the present thread; throws WorkbookError. */
export async function answerOf({ bytes, name, selection = {} }: FileSource): Promise<RenderAnswer> {
  const dot = name.lastIndexOf('.');
  const ending = name.slice(dot + 1).toLowerCase();
  const title = name.slice(name.lastIndexOf('/') + 1, dot);
  if (htmlKinds.has(ending)) {
    const { pages, warnings } = htmlPages(decodedText(bytes), title);
    return { pages: pages.map(({ html, ...page }) => ({ ...page, chunks: [encoder.encode(html)] })), warnings };
  }
  const delimiter = delimiters[ending];
  const workbook = textKinds.has(ending)
    ? readDelimited(bytes, { name: title, ...(delimiter !== undefined && { delimiter }) })
    : await readWorkbook(bytes);
  const { pages, warnings } = renderSelection(workbook, selection);
  return { pages: pages.map(({ text, ...page }) => ({ ...page, chunks: text.chunks() })), warnings };
}

const encoder = new TextEncoder();

const tooSlow = 'The file took too long to read: publish a smaller file, or save it again in a spreadsheet program.';
