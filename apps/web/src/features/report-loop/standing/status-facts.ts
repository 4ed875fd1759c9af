import type { Circumstances } from '#features/report-loop/circumstances.ts';
import type { ReportHolder } from '#features/report-loop/report-holder.ts';
import type { Proof } from './proof.ts';
import type { StatusFacts } from './report-status.ts';

/** The parts of the loop that know how current the screen is. */
export interface LoopParts {
  readonly now: Circumstances;
  readonly holder: ReportHolder;
  readonly proof: Proof;
  readonly neededSince: number | undefined;
}

/** What the parts of the loop say about how current the screen is. */
export function statusFacts({ now, holder, proof, neededSince }: LoopParts, at: number): StatusFacts {
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
    line: now.line,
    isProven: proof.holds(at, { hasStream: now.hasStream, losses: now.losses }),
    isLagging: now.hasStream && holder.lag.isLagging,
    presence: holder.presence(at),
  };
}
