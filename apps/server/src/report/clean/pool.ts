import { Worker } from 'node:worker_threads';
import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import type { KnownParts } from '@sheetwire/page/model/page-model';
import { onTimeSpent } from '@sheetwire/sheet/work-clock';
import { FairLanes, type Owner } from '#lib/lists/fair-lanes.ts';
import { ownTurn } from '#lib/own-turn.ts';
import { Refusal } from '#lib/refusal.ts';
import { heapRoom, watchHeap } from '#lib/watch-heap.ts';
import type { ReportLimits } from '#report/clean-report.ts';
import { type DiffPair, diffPages } from '#report/compare/diff-page.ts';
import type { ReadCells } from '#report/publish/read-cells.ts';
import type { ReadReport } from '#report/publish/read-report.ts';
import type { CleanAnswer, CleanJob, CleanResults } from './clean-job.ts';
import { type CleanedPage, type CleanLimits, cleanPage } from './clean-page.ts';
import type { CleanPoolOptions } from './pool-options.ts';
import { CleanRefusal } from './refusal.ts';

/** Those who wait for a report that is loaded: they come before publishers, who are owners by name. */
const viewers = Symbol('viewers');

/** Pages are cleaned and cut for viewers; what a publish takes is its publisher's, who is named. */
export interface CleanPool {
  cleanPage(html: string, caps?: CleanLimits): Promise<CleanedPage>;
  /** Reads and cleans the body of a publish of cells, on a thread however short it is. A long one is gone afterwards. */
  readCells(body: Uint8Array, owner?: string): Promise<ReadCells>;
  /** Reads the body of a whole report, on a thread however short it is. A long one comes back with what was read, alone. */
  readReport(body: Uint8Array, bounds: ReportLimits, owner?: string): Promise<ReadReport>;
  knowPage(html: string, owner?: string): Promise<KnownParts>;
  diffPages(pairs: readonly DiffPair[], owner?: string): Promise<readonly Op[] | undefined>;
  close(): Promise<void>;
}

/** Cleans short pages in place and long ones on threads, so that the event loop is never held for long (safety 1). */
export function createCleanPool(options: CleanPoolOptions): CleanPool {
  return new ThreadPool(options);
}

interface Waiting {
  readonly owner: Owner;
  readonly job: CleanJob;
  readonly resolve: (result: CleanResults[CleanJob['kind']]) => void;
  readonly reject: (error: Error) => void;
  /** Ends the wait. */
  timer?: NodeJS.Timeout;
}

interface Running {
  readonly waiting: Waiting;
  /** Ends the looks at its time and memory. */
  readonly stop: () => void;
}

const cleanWorker = new URL('./clean-worker.ts', import.meta.url);

class ThreadPool implements CleanPool {
  readonly #options: Required<CleanPoolOptions>;
  readonly #idle: Worker[] = [];
  readonly #running = new Map<Worker, Running>();
  /** Threads that were given up and have not ended yet: each still has its memory. */
  readonly #ending = new Set<Worker>();
  readonly #lanes: FairLanes<Waiting>;
  #isClosed = false;

  constructor(options: CleanPoolOptions) {
    const { queue, wait, inline, time, memory } = limits.clean;
    this.#options = { queue, wait, inline, time, memory, script: cleanWorker, ...options };
    this.#lanes = new FairLanes(this.#options.queue, viewers);
  }

  async cleanPage(html: string, caps: CleanLimits = {}): Promise<CleanedPage> {
    if (this.#isClosed) throw new Error('the cleaner is closed');
    if (html.length <= this.#options.inline) return cleanPage(html, caps);
    const result = await this.#run(viewers, { kind: 'page', html, caps });
    if (!('cellCount' in result)) throw new Error('a cleaning thread sent an unexpected answer');
    return result;
  }

  async readCells(body: Uint8Array, owner = ''): Promise<ReadCells> {
    const result = await this.#run(owner, { kind: 'cells', body });
    if (!('baseVersion' in result)) throw new Error('a cleaning thread sent an unexpected answer');
    return result;
  }

  async readReport(body: Uint8Array, bounds: ReportLimits, owner = ''): Promise<ReadReport> {
    const result = await this.#run(owner, { kind: 'report', body, bounds });
    if (!('offsets' in result)) throw new Error('a cleaning thread sent an unexpected answer');
    const { buffer, byteOffset, byteLength } = result.body;
    return { ...result, body: Buffer.from(buffer, byteOffset, byteLength) };
  }

  /** A short page is cut when that is needed. */
  async knowPage(html: string, owner: Owner = viewers): Promise<KnownParts> {
    if (html.length <= this.#options.inline) return {};
    const result = await this.#run(owner, { kind: 'parts', html });
    if (!('cut' in result)) throw new Error('a cleaning thread sent an unexpected answer');
    return { ...result, cut: { ...result.cut, html } };
  }

  async diffPages(pairs: readonly DiffPair[], owner = ''): Promise<readonly Op[] | undefined> {
    const length = pairs.reduce((sum, { from, to }) => sum + from.html.length + to.html.length, 0);
    if (length <= this.#options.inline) return diffPages(pairs);
    const result = await this.#run(owner, { kind: 'diff', pairs });
    if (!('ops' in result)) throw new Error('a cleaning thread sent an unexpected answer');
    return result.ops;
  }

  async #run(owner: Owner, job: CleanJob): Promise<CleanResults[CleanJob['kind']]> {
    if (this.#isClosed) throw new Error('the cleaner is closed');
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { owner, job, resolve, reject };
      waiting.timer = setTimeout(() => {
        this.#lanes.remove(waiting);
        refuse(waiting);
        // With one less that waits, another owner may have more threads.
        this.#next();
      }, this.#options.wait);
      const refused = this.#lanes.push(waiting);
      if (refused) refuse(refused);
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { timer, reject } of this.#lanes.clear()) {
      clearTimeout(timer);
      reject(new Error('the cleaner was closed'));
    }
    const workers = [...this.#idle.splice(0), ...this.#running.keys(), ...this.#ending];
    for (const worker of workers) this.#finish(worker)?.reject(new Error('the cleaner was closed'));
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  #next(): void {
    for (;;) {
      const waiting = this.#lanes.take((job) => this.#mayStart(job));
      if (!waiting) return;
      clearTimeout(waiting.timer);
      try {
        this.#begin(this.#idle.pop() ?? this.#start(), waiting);
      } catch (error) {
        waiting.reject(errorOf(error));
      }
    }
  }

  /**
   * One publisher has half of the threads while others wait, and leaves one for who comes next while nobody does. One more
   * thread is for viewers and for short work alone: however many send long bodies, they wait for none of them.
   */
  #mayStart({ owner, job }: Waiting): boolean {
    const { size } = this.#options;
    const started = this.#running.size + this.#ending.size;
    if (started >= size) return started === size && (owner === viewers || isQuick(job));
    if (owner === viewers) return true;
    const own = this.#running.values().reduce((sum, { waiting }) => sum + (waiting.owner === owner ? 1 : 0), 0);
    return own < Math.max(1, this.#lanes.hasOthers(owner) ? Math.floor(size / 2) : size - 1);
  }

  /**
   * What a job takes along is copied for the thread, which of long texts is a turn of the event loop on its own; long
   * bodies change threads instead.
   */
  #begin(worker: Worker, waiting: Waiting): void {
    worker.ref();
    const { time, memory } = this.#options;
    const stopClock = onTimeSpent(worker, time, () => this.#giveUp(worker, 'cleaning takes too long'));
    const unwatch = watchHeap(worker, memory, () => this.#giveUp(worker, TOO_MUCH));
    const stop = () => {
      stopClock();
      unwatch();
    };
    this.#running.set(worker, { waiting, stop });
    if (isQuick(waiting.job) || movedIn(waiting.job).length > 0) setImmediate(() => this.#hand(worker, waiting));
    else void ownTurn().then(() => this.#hand(worker, waiting));
  }

  #hand(worker: Worker, waiting: Waiting): void {
    // The thread may have ended meanwhile, or the pool.
    if (this.#running.get(worker)?.waiting !== waiting) return;
    try {
      worker.postMessage(waiting.job, movedIn(waiting.job));
    } catch (error) {
      // What cannot be sent is the job's fault; the thread waits for another one.
      this.#free(worker)?.reject(errorOf(error));
    }
  }

  #start(): Worker {
    const { script, memory } = this.#options;
    const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: heapRoom(memory) } });
    worker.on('message', (answer: CleanAnswer) => this.#answered(worker, answer));
    worker.on('error', (error) => this.#lost(worker, errorOf(error)));
    worker.on('exit', () => {
      this.#lost(worker, new Error('a cleaning thread ended'));
      this.#ending.delete(worker);
      if (!this.#isClosed) this.#next();
    });
    return worker;
  }

  #answered(worker: Worker, answer: CleanAnswer): void {
    const waiting = this.#free(worker);
    // What is done with an answer does not lengthen the turn in which a long one was taken in.
    if (answer.outcome === 'done') setImmediate(() => waiting?.resolve(answer.result));
    else waiting?.reject(faultOf(answer));
  }

  /** A thread that is done takes the next job. */
  #free(worker: Worker): Waiting | undefined {
    const waiting = this.#finish(worker);
    if (!waiting) return undefined;
    worker.unref();
    this.#idle.push(worker);
    this.#next();
    return waiting;
  }

  /** A page that takes too long or too much is refused and its thread ended; another one takes its place once it is gone. */
  #giveUp(worker: Worker, why: string): void {
    this.#lost(worker, new CleanRefusal('too_large', why));
    // Ended without waiting: nothing more is asked of it.
    void worker.terminate();
  }

  #lost(worker: Worker, error: Error): void {
    this.#finish(worker)?.reject(error);
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    this.#ending.add(worker);
  }

  #finish(worker: Worker): Waiting | undefined {
    const running = this.#running.get(worker);
    running?.stop();
    this.#running.delete(worker);
    return running?.waiting;
  }
}

const TOO_MUCH = 'cleaning takes too much memory';

/** The memory of a long body that has it for itself. */
function movedIn(job: CleanJob): ArrayBuffer[] {
  if (job.kind !== 'cells' && job.kind !== 'report') return [];
  const { buffer, byteLength } = job.body;
  const isWhole = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && byteLength > limits.work.turn;
  return isWhole ? [buffer] : [];
}

/** Work that is short whatever it holds: a packed page, however spelled, may be a long one. */
function isQuick(job: CleanJob): boolean {
  const { quick } = limits.clean;
  switch (job.kind) {
    case 'page':
    case 'parts':
      return job.html.length <= quick;
    case 'cells':
      return job.body.length <= quick;
    case 'report': {
      const body = Buffer.from(job.body.buffer, job.body.byteOffset, job.body.length);
      return body.length <= quick && !body.includes('H4sI') && !body.includes('\\u');
    }
    case 'diff':
      return job.pairs.reduce((sum, { from, to }) => sum + from.html.length + to.html.length, 0) <= 2 * quick;
  }
}

function refuse({ timer, reject }: Waiting): void {
  clearTimeout(timer);
  reject(new CleanRefusal('too_many'));
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
  if (isOutOfMemory) return new CleanRefusal('too_large', TOO_MUCH);
  return error instanceof Error ? error : new Error(String(error));
}
