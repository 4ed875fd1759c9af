import { Worker } from 'node:worker_threads';
import { limits } from '@sheetwire/contract/limits';
import { Refusal } from '#lib/refusal.ts';
import { Lanes } from '../lanes.ts';
import type { Strength, StrengthJob } from './strength-job.ts';

export interface StrengthOptions {
  /** The thread's program, and the time for one password. */
  readonly program?: URL;
  readonly time?: number;
}

/** Measures passwords one by one on a thread of its own; one that dies or takes too long is replaced. */
export class StrengthMeter {
  readonly #program: URL;
  readonly #time: number;
  /** The time for the first password of a thread. */
  readonly #firstTime: number;
  readonly #line = new Lanes({ width: 1, waiting: limits.passwordCheck.waiting });
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ program, time }: StrengthOptions = {}) {
    this.#program = program ?? new URL('./strength-worker.ts', import.meta.url);
    this.#time = time ?? limits.passwordCheck.time;
    this.#firstTime = time ?? limits.passwordCheckStart + limits.passwordCheck.time;
  }

  /** Refuses with 429 when too many wait; throws when the thread failed. */
  async measure(job: StrengthJob): Promise<Strength> {
    return this.#line.run('', () => this.#ask(job));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  async #ask(job: StrengthJob): Promise<Strength> {
    if (this.#isClosed) throw new Refusal('too_many', { retryAfter: 1 });
    clearTimeout(this.#idle);
    const time = this.#worker ? this.#time : this.#firstTime;
    this.#worker ??= new Worker(this.#program);
    const worker = this.#worker;
    worker.ref();
    try {
      return await answerOf(worker, job, time);
    } catch (error) {
      await this.#end();
      throw error;
    } finally {
      worker.unref();
      this.#idle = setTimeout(() => void this.#end(), limits.passwordCheck.idle);
      this.#idle.unref();
    }
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

async function answerOf(worker: Worker, job: StrengthJob, time: number): Promise<Strength> {
  const { promise, resolve, reject } = Promise.withResolvers<Strength>();
  const late = setTimeout(() => reject(new Error('a password took too long to measure')), time);
  const ended = () => reject(new Error('the thread that measures passwords ended'));
  worker.once('message', resolve).once('error', reject).once('exit', ended);
  worker.postMessage(job);
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    worker.off('message', resolve).off('error', reject).off('exit', ended);
  }
}
