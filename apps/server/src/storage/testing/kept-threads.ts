import type { Worker } from 'node:worker_threads';
import { newThreads, type WriterThreads } from '../sqlite/writer-threads.ts';

const idle: Worker[] = [];

/** Threads that one test's store leaves to the next: to start one takes longer than most tests. */
export const keptThreads: WriterThreads = {
  take() {
    const thread = idle.pop() ?? newThreads.take();
    thread.ref();
    return thread;
  },
  async give(thread) {
    for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
    thread.unref();
    idle.push(thread);
  },
};
