import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WriterThreads } from '../sqlite/writer-threads.ts';
import type { SetRoom } from './full-worker.ts';

/** Writer threads of one store whose disk is filled, and gets room again. */
export interface FullThreads extends WriterThreads {
  setFull(isFull: boolean): Promise<void>;
}

export function fullThreads(): FullThreads {
  const worker = new Worker(new URL('./full-worker.ts', import.meta.url));
  return {
    take: () => worker,
    async give(thread) {
      await thread.terminate();
    },
    async setFull(isFull) {
      worker.postMessage({ kind: 'room', isFull } satisfies SetRoom);
      for (;;) {
        const [message] = await once(worker, 'message');
        if (message.kind === 'room set') return;
      }
    },
  };
}
