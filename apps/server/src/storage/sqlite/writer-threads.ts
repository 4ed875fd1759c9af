import { Worker } from 'node:worker_threads';

/** Where the thread of a writer comes from, and where it goes once its database is closed. */
export interface WriterThreads {
  take(): Worker;
  give(thread: Worker): Promise<void>;
}

/** A thread of its own for each store, which ends with the store. */
export const newThreads: WriterThreads = {
  take: () => new Worker(new URL('./writer-worker.ts', import.meta.url)),
  async give(thread) {
    await thread.terminate();
  },
};
