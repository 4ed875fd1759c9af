import type { AuditLog } from '#ports/audit.ts';
import type { Clock } from '#ports/clock.ts';

/** What the calls of audit need. */
export interface AuditDeps {
  readonly audit: AuditLog;
  readonly clock: Clock;
}
