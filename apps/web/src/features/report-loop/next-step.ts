import type { Circumstances } from './circumstances.ts';
import { isUrgent, type Need } from './need.ts';

/** What the loop does next: fetch the report, check the session without it, ask for missed deltas, or nothing. */
export type NextStep = 'fetch' | 'check' | 'catch-up' | 'none';

export interface StepFacts {
  readonly now: Pick<Circumstances, 'isResting' | 'isHidden' | 'isCookieLogin' | 'hasStream'>;
  readonly need: Need;
  /** The counter's turn has come, and there is no stream (spec 4). */
  readonly isPollDue: boolean;
  readonly hasFailed: boolean;
  readonly behind: number;
}

/**
 * The rules of spec 4 for one tick or event, once the loop waits for nothing: live and counter 0, topic changed, forced
 * refresh; a cookie login is checked in the same rhythm while paused. After an outage a poll only looks, so that the
 * stream may go first.
 */
export function nextStep({ now, need, isPollDue, hasFailed, behind }: StepFacts): NextStep {
  if (isUrgent(need)) return 'fetch';
  if (need.check) return 'check';
  if (now.isResting) return isPollDue && now.isCookieLogin && !now.isHidden ? 'check' : 'none';
  if (need.newer > 0) return 'fetch';
  if (isPollDue) return hasFailed ? 'check' : 'fetch';
  return now.hasStream && behind > 0 ? 'catch-up' : 'none';
}
