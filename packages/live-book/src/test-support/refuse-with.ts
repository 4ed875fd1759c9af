import { CallError } from '@sheetwire/client/failures';
import { type ErrorCode, errorCatalogue } from '@sheetwire/contract/errors';

/** A refusal of the portal; `retryAfter` in milliseconds. */
export function refusalOf(code: ErrorCode, retryAfter?: number): CallError {
  return new CallError({ ...errorCatalogue[code], code, ...(retryAfter !== undefined && { retryAfter }) });
}

/** Refuses as the portal does. */
export function refuseWith(code: ErrorCode, retryAfter?: number): never {
  throw refusalOf(code, retryAfter);
}
