import type { Topic } from '@sheetwire/rules/topic';
import type { Turns } from '#lib/turns.ts';
import type { Rights } from '#policies/rights.ts';
import type { GuardStore } from '#ports/guard/guard-store.ts';
import type { ReportPast } from '#ports/past/report-past.ts';
import type { ReportEngine } from '#report/engine.ts';
import type { Guard } from '#report/guard/guard.ts';
import type { GuardMemoryDeps } from '#report/guard/guard-memory.ts';

/** What the calls about rules need. */
export interface GuardCallDeps extends Omit<GuardMemoryDeps, 'past'> {
  readonly guard: Guard;
  readonly guardStore: GuardStore;
  readonly engine: Pick<ReportEngine, 'read' | 'head'>;
  readonly rights: () => Rights;
  readonly past: GuardMemoryDeps['past'] & Pick<ReportPast, 'steps' | 'newer' | 'oldest'>;
  /** Rehearsals in turns: each reads much of the log. */
  readonly rehearsals: Turns;
  /** Looks at what waits, as those at the past: each refuses with 429 or 503 where too many wait. */
  readonly looks: Turns;
  /** Looks of one user: refuses with 429 over its rate. */
  readonly lookRate: { take(whose: string): void };
  /** Told of rules that were saved. */
  readonly onRules: (topic: Topic) => void;
}
