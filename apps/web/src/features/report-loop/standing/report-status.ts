import { limits } from '@sheetwire/contract/limits';
import type { LineState } from '#features/connection/connection.ts';
import type { ReportStatus } from '#features/viewer-ports.ts';
import type { Presence } from './publisher-presence.ts';

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
  readonly line: LineState;
  /** What is shown is known to be the newest, by a word of the server that came over the line as it stands now. */
  readonly isProven: boolean;
  /** What comes over the line was long on its way. */
  readonly isLagging: boolean;
  readonly presence: Presence;
}

/**
 * The one state that the screen shows. Words of the line come from the line alone, as those of the icons do; `live` is said
 * only of what is known to be the newest and has somebody who publishes it.
 */
export function reportStatus(facts: StatusFacts): ReportStatus {
  if (!facts.isAsked) return { state: 'waiting' };
  if (!facts.isShown) return ofLine(facts.line) ?? { state: 'waiting' };
  if (facts.isSnapshot) return { state: 'snapshot', date: facts.shownDate };
  if (facts.isPaused) return { state: 'paused', behind: facts.behind };
  const lost = ofLine(facts.line);
  if (lost) return lost;
  if (facts.heldBy && isOutrun(facts)) return { state: 'held', behind: facts.behind, by: facts.heldBy };
  if (!facts.isProven || facts.isLagging || isLate(facts)) return { state: 'catching-up', behind: facts.behind };
  return ofPublisher(facts.presence);
}

function ofLine(line: LineState): ReportStatus | undefined {
  if (line === 'up') return undefined;
  return { state: line === 'finding' ? 'reconnecting' : 'disconnected' };
}

function ofPublisher(presence: Presence): ReportStatus {
  switch (presence.state) {
    case 'publishing':
      return { state: 'live' };
    case 'silent':
      return { state: 'publisher-silent', sinceUtc: new Date(presence.since).toISOString() };
    case 'away':
      return { state: 'published', atUtc: isoOf(presence.publishedAt) };
  }
}

function isoOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}

/** There is, or may be, something newer than what is shown. */
function isOutrun(facts: StatusFacts): boolean {
  return facts.behind > 0 || facts.neededSince !== undefined || !facts.isProven;
}

/** A newer version is known, or a fetch needed, for longer than it takes to get it. */
function isLate({ behindSince, neededSince, now }: StatusFacts): boolean {
  const since = Math.min(behindSince ?? now, neededSince ?? now);
  return now - since > limits.liveGrace;
}

/** True when the screen need not change. */
export function isSameStatus(a: ReportStatus, b: ReportStatus): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
