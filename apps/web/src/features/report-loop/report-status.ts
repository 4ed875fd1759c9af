import type { StreamState } from '@sheetwire/client/live-stream';
import { limits } from '@sheetwire/contract/limits';
import type { ReportStatus } from '#features/viewer-ports.ts';

/** What decides how current the screen is. */
export interface StatusFacts {
  readonly now: number;
  /** A report is asked for, by a user with a license. */
  readonly isAsked: boolean;
  readonly isShown: boolean;
  readonly isSnapshot: boolean;
  readonly shownDate: string | null;
  /** Updates are not taken: paused by the user, or while the date picker or a control is in use. */
  readonly isPaused: boolean;
  readonly heldBy: 'picker' | 'entry' | undefined;
  readonly behind: number;
  readonly behindSince: number | undefined;
  /** Since when a fetch is needed that did not succeed yet. */
  readonly neededSince: number | undefined;
  readonly stream: StreamState;
  readonly hasFailed: boolean;
  readonly lastAnswerAt: number;
  readonly silentSince: string | undefined;
}

/** The one state that the screen shows; it is `live` only when the shown report is known to be the newest. */
export function reportStatus(facts: StatusFacts): ReportStatus {
  if (!facts.isAsked) return { state: 'waiting' };
  if (!facts.isShown) return facts.hasFailed ? { state: 'disconnected' } : { state: 'waiting' };
  if (facts.isSnapshot) return { state: 'snapshot', date: facts.shownDate };
  if (facts.isPaused) return { state: 'paused', behind: facts.behind };
  if (facts.heldBy && isOutrun(facts)) return { state: 'held', behind: facts.behind, by: facts.heldBy };
  if (facts.hasFailed && facts.stream !== 'reconnecting') return { state: 'disconnected' };
  if (facts.stream === 'reconnecting' || isLate(facts) || isStale(facts)) return { state: 'reconnecting' };
  if (facts.silentSince !== undefined) return { state: 'publisher-silent', sinceUtc: facts.silentSince };
  return { state: 'live' };
}

/** There is, or may be, something newer than what is shown. */
function isOutrun(facts: StatusFacts): boolean {
  return facts.behind > 0 || facts.neededSince !== undefined || isStale(facts);
}

/** A newer version is known, or a fetch needed, for longer than it takes to get it. */
function isLate({ behindSince, neededSince, now }: StatusFacts): boolean {
  const since = Math.min(behindSince ?? now, neededSince ?? now);
  return now - since > limits.liveGrace;
}

/** Without a stream only a recent answer says that the report is the newest. */
function isStale({ stream, lastAnswerAt, now }: StatusFacts): boolean {
  return stream !== 'open' && now - lastAnswerAt > limits.pollStale;
}

/** True when the screen need not change. */
export function isSameStatus(a: ReportStatus, b: ReportStatus): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
