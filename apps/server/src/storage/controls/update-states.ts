import type { UpdateEnd } from '#ports/controls.ts';

/** The state of an update that has not ended. */
export const waiting = 0;

const ends: readonly UpdateEnd[] = ['updated', 'rejected', 'skip_retry', 'withdrawn'];

/** How an end is written. */
export function stateOf(end: UpdateEnd): number {
  return ends.indexOf(end) + 1;
}

/** How an update ended; undefined while it waits. */
export function endOf(state: number): UpdateEnd | undefined {
  return ends[state - 1];
}
