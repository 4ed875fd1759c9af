import type { Attempts } from './attempts.ts';
import type { Circumstances } from './circumstances.ts';
import type { ReportHolder } from './report-holder.ts';
import type { StatusFacts } from './report-status.ts';

/** The parts of the loop that know how current the screen is. */
export interface LoopParts {
  readonly now: Circumstances;
  readonly holder: ReportHolder;
  readonly attempts: Attempts;
  readonly neededSince: number | undefined;
}

/** What the parts of the loop say about how current the screen is. */
export function statusFacts({ now, holder, attempts, neededSince }: LoopParts, at: number): StatusFacts {
  const { held, asked, behind, behindSince } = holder;
  return {
    now: at,
    isAsked: asked !== undefined && now.hasLicense,
    isShown: held !== undefined,
    isSnapshot: asked?.date !== undefined,
    shownDate: held?.report.shownDate ?? null,
    isPaused: now.isPaused,
    heldBy: now.heldBy,
    behind,
    behindSince,
    neededSince,
    stream: now.stream,
    hasFailed: attempts.hasFailed,
    lastAnswerAt: attempts.answeredAt,
    silentSince: holder.silentSince(at),
  };
}
