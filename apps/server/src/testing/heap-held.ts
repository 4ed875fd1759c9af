import { setImmediate as nextTurn } from 'node:timers/promises';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of the heap that are taken for good by what `work` answers, all that is not used any more let go. */
export async function heapHeld(work: () => unknown): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const used = () => {
    collect();
    return getHeapStatistics().used_heap_size;
  };
  const before = used();
  const held = [await work()];
  // What a weak reference gave out stays for the rest of its turn.
  await nextTurn();
  const bytes = used() - before;
  // In use until it was measured.
  held.length = 0;
  return bytes;
}

/** A text that is one piece of memory, as those that come off the line are. */
export function ofOnePiece(text: string): string {
  return structuredClone(text);
}
