import type { Clock } from '#ports/clock.ts';

/** For durations: ms of a watch that nobody sets, where there is one (safety 3). */
export function steadyTime(clock: Clock): number {
  return clock.steady?.() ?? clock.now();
}
