import { CallError, NetworkFailure } from '@sheetwire/client/failures';

/** What a failed publish means for the next. */
export type PublishFault =
  /** The portal is not there, or takes nothing now; `mayHaveArrived` where it may have acted on the call. */
  | { readonly kind: 'away'; readonly why: string; readonly wait: number; readonly mayHaveArrived: boolean }
  /** The report was rolled back: nothing is taken until that is released. */
  | { readonly kind: 'held'; readonly why: string; readonly wait: number }
  /** Values are not enough: the workbook is to be sent. */
  | { readonly kind: 'needs-workbook' }
  /** Another publisher has the report. */
  | { readonly kind: 'lost'; readonly why: string }
  /** The key was revoked, or the right is gone: nothing helps but a person. */
  | { readonly kind: 'ended'; readonly why: string }
  /** This content is refused; the next may not be. */
  | { readonly kind: 'refused'; readonly why: string };

const NEVER_ACTED_ON = 429;
const AWAY: ReadonlySet<number> = new Set([NEVER_ACTED_ON, 500, 502, 503, 504]);
const ENDED: ReadonlySet<number> = new Set([401, 403]);
const WANTS_WORKBOOK: ReadonlySet<string> = new Set([
  'workbook_needed',
  'wrong_base_version',
  'not_found',
  'too_large',
]);

/** Sorts what a publish threw; what is no failure of a call is thrown on. */
export function publishFault(thrown: unknown, sent: 'values' | 'workbook'): PublishFault {
  if (thrown instanceof NetworkFailure) {
    return { kind: 'away', why: thrown.message, wait: 0, mayHaveArrived: true };
  }
  if (!(thrown instanceof CallError)) throw thrown;
  const { status, code, message: why, retryAfter = 0 } = thrown;
  if (code === 'taken_over') return { kind: 'lost', why };
  if (code === 'rolled_back') return { kind: 'held', why, wait: retryAfter };
  if (AWAY.has(status)) return { kind: 'away', why, wait: retryAfter, mayHaveArrived: status !== NEVER_ACTED_ON };
  if (ENDED.has(status)) return { kind: 'ended', why };
  if (sent === 'values' && WANTS_WORKBOOK.has(code)) return { kind: 'needs-workbook' };
  return { kind: 'refused', why };
}
