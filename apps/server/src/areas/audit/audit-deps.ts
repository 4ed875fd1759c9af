import type { Actor } from '#lib/actor.ts';
import type { AuditLog } from '#ports/audit.ts';
import type { Clock } from '#ports/clock.ts';

/** What the calls of audit need. */
export interface AuditDeps {
  readonly audit: AuditLog;
  readonly clock: Clock;
  /** A caller as it stands now; undefined once its session ended. */
  readonly again: (caller: Actor) => Promise<Actor | undefined>;
}
