import { Refusal } from '#lib/refusal.ts';
import { VersionConflict } from '#ports/report-log.ts';
import { StoreFault } from '#ports/store-fault.ts';

/** What a publisher is told when its write failed; a fault that is not the store's stays what it is. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof VersionConflict) return new Refusal('wrong_base_version', { have: error.have });
  if (!(error instanceof StoreFault)) return error;
  const refusal = new Refusal('store_unavailable');
  refusal.cause = error;
  return refusal;
}
