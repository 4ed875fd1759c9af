import { Worker } from 'node:worker_threads';
import { limits } from '@sheetwire/contract/limits';
import { heapRoom, watchHeap } from '#lib/watch-heap.ts';
import { StoreFault } from '#ports/store-fault.ts';
import { TOO_MUCH, wordsOf } from '../../reports/thread/answers.ts';
import type { SettingsAnswer, SettingsJob, SettingsPlace } from './settings-jobs.ts';

const { waiting: most, time, memory, idle } = limits.settingsBackups;
const second = 1000;

/**
 * A thread for work on whole kinds of settings, started when it is first needed and ended when nothing was asked of it for
 * a while: one job after another, and one that takes too long, or too much memory, is a fault.
 */
export class SettingsThread {
  readonly #place: () => SettingsPlace;
  #worker: Worker | undefined;
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(place: () => SettingsPlace) {
    this.#place = place;
  }

  run(job: SettingsJob): Promise<SettingsAnswer> {
    if (this.#waiting >= most) return Promise.reject(new StoreFault('too much is asked of the settings at once'));
    this.#waiting++;
    const answer = this.#tail
      .then(() => this.#ask(job))
      .finally(() => {
        this.#waiting--;
      });
    this.#tail = answer.catch(() => undefined);
    return answer;
  }

  /** Waits for the job under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#tail;
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  async #ask(job: SettingsJob): Promise<SettingsAnswer> {
    if (this.#isClosed) throw new StoreFault('the store is closed');
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.ref();
    try {
      const { fault, ...answer } = await this.#answer(worker, job);
      if (fault) throw new StoreFault(fault.message, fault.code);
      return answer;
    } finally {
      // A program that ends waits for no idle thread.
      worker.unref();
      this.#idle = setTimeout(() => this.#end(worker), idle).unref();
    }
  }

  async #answer(worker: Worker, job: SettingsJob): Promise<SettingsAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<SettingsAnswer>();
    const giveUp = (why: string) => {
      reject(new StoreFault(`the settings could not be read: ${why}`));
      // Whatever it still does, nobody waits for it.
      this.#end(worker);
    };
    const timer = setTimeout(() => giveUp(`it takes longer than ${time / second} s`), time);
    const unwatch = watchHeap(worker, memory, () => giveUp(TOO_MUCH));
    const onError = (error: unknown) => giveUp(wordsOf(error));
    const onExit = () => giveUp('the thread ended');
    worker.once('message', resolve).once('error', onError).once('exit', onExit);
    try {
      worker.postMessage({ job, place: this.#place() });
      return await promise;
    } finally {
      clearTimeout(timer);
      unwatch();
      worker.off('message', resolve).off('error', onError).off('exit', onExit);
    }
  }

  #end(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
    void worker.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./settings-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapRoom(memory) },
    });
    // Told to whoever waits for it; between two jobs nobody does, and its end is enough.
    worker.on('error', () => worker.terminate());
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }
}
