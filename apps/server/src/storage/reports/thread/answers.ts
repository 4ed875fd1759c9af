import { StoreFault } from '#ports/store-fault.ts';
import type { ChainAnswer } from './chain-jobs.ts';

/** The texts of an answer. */
export function textsIn({ texts, fault }: ChainAnswer): readonly (string | undefined)[] {
  if (!texts) throw new StoreFault(`the cells of a report could not be read: ${fault}`);
  return texts;
}

/** Of a thread that was given up for its memory. */
export const TOO_MUCH = 'it takes too much memory';

/** Why a thread ended. */
export function wordsOf(error: unknown): string {
  const isOutOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (isOutOfMemory) return TOO_MUCH;
  return error instanceof Error ? error.message : String(error);
}
