import { Worker } from 'node:worker_threads';
import { limits } from '@sheetwire/contract/limits';
import { onTimeSpent } from '@sheetwire/sheet/work-clock';
import { movable, ownCopy } from '#lib/bytes/file-parts.ts';
import { Refusal } from '#lib/refusal.ts';
import type { BookAnswer, BookJob } from './book-job.ts';

const script = new URL('./book-worker.ts', import.meta.url);

const bytesPerMib = 1024 * 1024;

const tooMuch = 'The workbook is too large to set values on: publish a smaller one, or fewer sheets';
const tooSlow = 'Setting the values took too long: publish fewer at a time, or use a smaller workbook';

/** Threads that hold books: each report has its own, so that its book is there the next time. */
export class BookThreads {
  readonly #threads: readonly BookThread[];

  constructor(memory: number = limits.values.threads * limits.values.memory) {
    const each = memory / limits.values.threads;
    this.#threads = Array.from({ length: limits.values.threads }, () => new BookThread(each));
  }

  run(topic: string, job: BookJob): Promise<BookAnswer> {
    let place = 0;
    for (let n = 0; n < topic.length; n++) place = (place * 31 + topic.charCodeAt(n)) % 65_521;
    const thread = this.#threads[place % this.#threads.length];
    if (!thread) throw new Error('no workbook thread is running');
    return thread.run(job);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

interface Waiting {
  readonly resolve: (answer: BookAnswer) => void;
  readonly reject: (fault: Error) => void;
}

/** One thread, started when it is first needed and anew after a job that was too much for it. */
class BookThread {
  #worker: Worker | undefined;
  #waiting: Waiting | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  readonly #memory: number;

  constructor(memory: number) {
    this.#memory = memory;
  }

  /** One job after another: a fault costs the job that made it and no other. */
  run(job: BookJob): Promise<BookAnswer> {
    const answer = this.#last.then(() => this.#work(job));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  async #work(given: BookJob): Promise<BookAnswer> {
    const { job, moved } = await handed(given);
    if (this.#isClosed) throw new Error('the workbook threads are closed');
    this.#worker ??= this.#started();
    const worker = this.#worker;
    worker.ref();
    const stopTimer = onTimeSpent(worker, limits.values.workTime, () => this.#giveUp(worker, unreadable(tooSlow)));
    try {
      return await new Promise<BookAnswer>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        worker.postMessage(job, moved);
      });
    } finally {
      stopTimer();
      // A server that stops waits for no idle thread.
      worker.unref();
    }
  }

  #started(): Worker {
    const worker = new Worker(script, {
      workerData: { memory: this.#memory },
      resourceLimits: {
        maxOldGenerationSizeMb: limits.values.heapMiB + Math.ceil(this.#memory / bytesPerMib),
        maxYoungGenerationSizeMb: limits.workbook.youngHeapMiB,
      },
    });
    worker.on('message', (answer: BookAnswer) => this.#waiting?.resolve(answer));
    worker.on('error', (error: Error & { code?: string }) =>
      this.#giveUp(worker, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? unreadable(tooMuch) : error),
    );
    worker.on('exit', () => this.#giveUp(worker, new Error('the workbook thread ended without an answer')));
    return worker;
  }

  #giveUp(worker: Worker, fault: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#waiting?.reject(fault);
    void worker.terminate();
  }
}

/** A job, and the memory that moves with it: what the store has read as it is, and a copy of a long body, which may be needed again. */
async function handed(job: BookJob): Promise<{ readonly job: BookJob; readonly moved: readonly ArrayBuffer[] }> {
  if (job.kind === 'body') return { job, moved: [] };
  if (job.kind === 'topic') {
    const body = await ownCopy(job.body);
    return { job: { ...job, body }, moved: movable(body) };
  }
  const { sent, source } = job;
  const own = 'body' in sent ? { body: await ownCopy(sent.body) } : sent;
  const read = source ? [source.bytes, ...source.records] : [];
  const moved = [...read, ...('body' in own ? [own.body] : [])].flatMap(movable);
  return { job: { ...job, sent: own }, moved };
}

function unreadable(message: string): Refusal {
  return new Refusal('unreadable_file', { message });
}
