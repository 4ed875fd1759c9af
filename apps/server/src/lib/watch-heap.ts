import type { Worker } from 'node:worker_threads';
import { limits } from '@sheetwire/contract/limits';

const bytesPerMib = 1024 * 1024;

/**
 * What the heap of a thread may grow to for V8, in MiB, where `most` is its bound: V8 ends the whole process when one piece
 * no longer fits, so there is room for a large one, and the bound is held by `watchHeap`.
 */
export function heapRoom(most: number): number {
  return most + limits.threadHeap.room;
}

/** Calls back once the heap of a thread has more MiB than it may; answers how to stop. */
export function watchHeap(worker: Worker, most: number, onOver: () => void): () => void {
  let timer = setTimeout(() => void look(), limits.threadHeap.look);
  let isOver = false;
  async function look(): Promise<void> {
    // One that has not begun, or has ended, holds nothing.
    const { used_heap_size: bytes } = await worker.getHeapStatistics().catch(() => ({ used_heap_size: 0 }));
    if (isOver) return;
    if (bytes > most * bytesPerMib) onOver();
    else timer = setTimeout(() => void look(), limits.threadHeap.look);
  }
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
