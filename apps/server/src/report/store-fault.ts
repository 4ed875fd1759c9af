import { Refusal } from '#lib/refusal.ts';
import { VersionConflict } from '#ports/report-log.ts';

/** A write that the store did not take; the report is as it was (interfaces 5, 503). */
export class StoreFault extends Refusal {
  constructor(cause: unknown) {
    super('store_unavailable');
    this.cause = cause;
  }
}

/** What a publisher is told when its write failed. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  if (error instanceof VersionConflict) return new Refusal('wrong_base_version', { have: error.have });
  return new StoreFault(error);
}
