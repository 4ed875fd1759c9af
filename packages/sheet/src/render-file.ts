import { Worker } from 'node:worker_threads';
import { limits } from '@sheetwire/contract/limits';
import type { NotShown } from './model.ts';
import type { PageSelection } from './page-selection.ts';
import type { PictureFile } from './pictures/picture.ts';
import type { RenderedReport } from './publish-pages.ts';
import { memoryTooLarge } from './read/read-budget.ts';
import { textOf } from './render/page-text.ts';
import { onTimeSpent } from './work-clock.ts';
import { quoted, RenderFault, WorkbookError } from './workbook-error.ts';

/** A page as it crosses between threads: its text as bytes, which move. */
interface PageBytes {
  readonly name: string;
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
  readonly styles: string[];
}

/** The report and the metadata that the body of a publish names beside its pages. */
export interface PublishHead {
  readonly topic: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** The body of `publish/report/` as UTF-8 JSON, its topic first, and what its pages leave out. */
export interface PublishBody {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly notShown: readonly NotShown[];
  /** Formulas of the workbook have no result, and nothing is shown for them, or an old one that is shown and named. */
  readonly lacksResults: boolean;
  /** The files that its pages link to. */
  readonly pictures: readonly PictureFile[];
}

/** The body of a publish that was made of a file, and the file, back from its thread. */
export interface RenderedBody extends PublishBody {
  readonly file: Uint8Array<ArrayBuffer>;
}

/** What a file became, its pages as bytes. */
export interface RenderedBytes extends Omit<RenderedReport, 'pages'> {
  readonly pages: readonly PageBytes[];
}

/** What the thread answers. */
export type RenderAnswer = RenderedBytes | RenderedBody | { readonly refusal: string } | { readonly fault: string };

/** A file by the ending of its name, and what of it becomes pages. */
export interface FileSource {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly selection?: PageSelection;
  /** The same workbook as another program calculated it: where the results come from that the file lacks. */
  readonly calculated?: Uint8Array;
  /** The time of publishing, milliseconds since 1970, which TODAY and NOW tell; else that of rendering. */
  readonly at?: number;
  /** The report that the pictures of the pages are files of. */
  readonly topic?: string;
}

/** How long one file may be worked at, and how large the heap of its thread may grow; else that of limits.workbook. */
export interface WorkerCaps {
  readonly timeMs?: number;
  readonly heapMiB?: number;
}

/**
 * Reads a file and renders its pages, both in a thread under caps of time and memory (safety, workbooks are hostile
 * input); throws WorkbookError with a sentence that says what to do, whatever the file does to the thread. Bytes that
 * have their memory to themselves move to the thread.
 */
export async function renderFile(source: FileSource, caps: WorkerCaps = {}): Promise<RenderedReport> {
  const answer = await onThread(source, caps);
  if ('pages' in answer) return reportOf(answer);
  throw new RenderFault(failed('it returned no pages'));
}

/**
 * As `renderFile`, made into the body of a publish in the thread too, so that the caller's thread copies no page. The file
 * comes back, so that who keeps it needs no copy either.
 */
export async function renderPublishBody(
  source: FileSource,
  head: PublishHead,
  caps: WorkerCaps = {},
): Promise<RenderedBody> {
  const answer = await onThread({ ...source, head }, caps);
  if ('body' in answer) return answer;
  throw new RenderFault(failed('it returned no body'));
}

/** What the thread is asked for: the body of a publish where it has a head, else pages. */
export type ThreadWork = FileSource & { readonly head?: PublishHead };

function onThread(work: ThreadWork, caps: WorkerCaps): Promise<RenderedBytes | RenderedBody> {
  const bytes = movable(work.bytes);
  const calculated = work.calculated && movable(work.calculated);
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    workerData: { ...work, bytes, calculated },
    transferList: [bytes.buffer, ...(calculated ? [calculated.buffer] : [])],
    resourceLimits: {
      maxOldGenerationSizeMb: caps.heapMiB ?? limits.workbook.heapMiB,
      maxYoungGenerationSizeMb: limits.workbook.youngHeapMiB,
    },
  });
  return new Promise<RenderedBytes | RenderedBody>((resolve, reject) => {
    const refuse = (message: string) => reject(new WorkbookError(message));
    const fail = (fault: string, cause?: unknown) => reject(new RenderFault(failed(fault), cause));
    const stopTimer = onTimeSpent(worker, caps.timeMs ?? limits.workbook.workTime, () => refuse(tooSlow));
    worker.once('message', (answer: RenderAnswer) => {
      if ('pages' in answer || 'body' in answer) resolve(answer);
      else if ('refusal' in answer) refuse(answer.refusal);
      else fail(answer.fault);
    });
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse(memoryTooLarge);
      else fail(`${error.name}: ${error.message}`, error);
    });
    worker.once('exit', () => {
      stopTimer();
      fail('it ended without an answer');
    });
  }).finally(() => worker.terminate());
}

/** The bytes as they may move to a thread: copied where others lie in the same memory. */
function movable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes);
}

/** A fault of ours in a file that nobody thought of costs that file, and is told with what went wrong. */
function failed(fault: string): string {
  return `The file could not be read (${quoted(fault)}): save it again in a spreadsheet program and publish that file.`;
}

function reportOf({ pages, ...rest }: RenderedBytes): RenderedReport {
  return { pages: pages.map(({ name, chunks, styles }) => ({ name, html: textOf(chunks), styles })), ...rest };
}

const tooSlow = 'The file took too long to read: publish a smaller file, or save it again in a spreadsheet program.';
