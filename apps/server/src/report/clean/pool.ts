import { Worker } from 'node:worker_threads';
import { limits } from '@sheetwire/contract/limits';
import { Refusal } from '#lib/refusal.ts';
import type { ReadCells } from '#report/read-cells.ts';
import type { CleanAnswer, CleanJob, CleanResults } from './clean-job.ts';
import { type CleanedPage, type CleanLimits, cleanPage } from './clean-page.ts';
import { CleanRefusal } from './refusal.ts';

export interface CleanPoolOptions {
  /** Threads at most; they start when first needed. */
  readonly size: number;
  /** Pages that may wait, the longest that is cleaned in place, and the time for one page. */
  readonly queue?: number;
  readonly inline?: number;
  readonly time?: number;
  /** Memory of a thread in MiB. */
  readonly memory?: number;
}

export interface CleanPool {
  cleanPage(html: string, caps?: CleanLimits): Promise<CleanedPage>;
  /** Reads and cleans the body of a publish of cells, on a thread however short it is. */
  readCells(body: Uint8Array): Promise<ReadCells>;
  close(): Promise<void>;
}

/** Cleans short pages in place and long ones on threads, so that the event loop is never held for long (safety 1). */
export function createCleanPool(options: CleanPoolOptions): CleanPool {
  return new ThreadPool(options);
}

interface Waiting {
  readonly job: CleanJob;
  readonly resolve: (result: CleanResults[CleanJob['kind']]) => void;
  readonly reject: (error: Error) => void;
}

interface Running {
  readonly waiting: Waiting;
  readonly timer: NodeJS.Timeout;
}

class ThreadPool implements CleanPool {
  readonly #options: Required<CleanPoolOptions>;
  readonly #idle: Worker[] = [];
  readonly #running = new Map<Worker, Running>();
  readonly #waiting: Waiting[] = [];
  #isClosed = false;

  constructor(options: CleanPoolOptions) {
    const { queue, inline, time, memory } = limits.clean;
    this.#options = { queue, inline, time, memory, ...options };
  }

  async cleanPage(html: string, caps: CleanLimits = {}): Promise<CleanedPage> {
    if (this.#isClosed) throw new Error('the cleaner is closed');
    if (html.length <= this.#options.inline) return cleanPage(html, caps);
    const result = await this.#run({ kind: 'page', html, caps });
    if ('baseVersion' in result) throw new Error('a thread answered something else');
    return result;
  }

  async readCells(body: Uint8Array): Promise<ReadCells> {
    const result = await this.#run({ kind: 'cells', body });
    if (!('baseVersion' in result)) throw new Error('a thread answered something else');
    return result;
  }

  async #run(job: CleanJob): Promise<CleanResults[CleanJob['kind']]> {
    if (this.#isClosed) throw new Error('the cleaner is closed');
    if (this.#waiting.length >= this.#options.queue) throw new CleanRefusal('too_many');
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('the cleaner was closed'));
    const workers = [...this.#idle.splice(0), ...this.#running.keys()];
    for (const worker of workers) this.#finish(worker)?.reject(new Error('the cleaner was closed'));
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const worker = this.#idle.pop() ?? (this.#running.size < this.#options.size ? this.#start() : undefined);
    const waiting = worker && this.#waiting.shift();
    if (!waiting) return;
    const timer = setTimeout(() => this.#giveUp(worker), this.#options.time);
    this.#running.set(worker, { waiting, timer });
    worker.ref();
    worker.postMessage(waiting.job);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./clean-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.memory },
    });
    worker.on('message', (answer: CleanAnswer) => this.#answered(worker, answer));
    worker.on('error', (error) => this.#lost(worker, errorOf(error)));
    worker.on('exit', () => this.#lost(worker, new Error('a cleaning thread ended')));
    return worker;
  }

  #answered(worker: Worker, answer: CleanAnswer): void {
    const waiting = this.#finish(worker);
    if (!waiting) return;
    worker.unref();
    this.#idle.push(worker);
    if (answer.outcome === 'done') waiting.resolve(answer.result);
    else waiting.reject(faultOf(answer));
    this.#next();
  }

  /** A page that takes too long is refused and its thread ended; another one takes its place. */
  #giveUp(worker: Worker): void {
    this.#lost(worker, new CleanRefusal('too_large', 'it takes too long to clean'));
    // Ended without waiting: nothing more is asked of it.
    void worker.terminate();
  }

  #lost(worker: Worker, error: Error): void {
    this.#finish(worker)?.reject(error);
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    if (!this.#isClosed) this.#next();
  }

  #finish(worker: Worker): Waiting | undefined {
    const running = this.#running.get(worker);
    clearTimeout(running?.timer);
    this.#running.delete(worker);
    return running?.waiting;
  }
}

function faultOf(answer: Exclude<CleanAnswer, { outcome: 'done' }>): Error {
  switch (answer.outcome) {
    case 'refused':
      return new CleanRefusal(answer.code, answer.detail);
    case 'refused call':
      return new Refusal(answer.code, { message: answer.message });
    case 'failed':
      return new Error(answer.message);
  }
}

function errorOf(error: unknown): Error {
  const isOutOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (isOutOfMemory) return new CleanRefusal('too_large', 'it takes too much memory to clean');
  return error instanceof Error ? error : new Error(String(error));
}
