import { type ErrorBody, type ErrorCode, errorCatalogue } from '@sheetwire/contract/errors';
import { limits } from '@sheetwire/contract/limits';

/** What a refusal may say beyond its row of the catalogue. */
export interface RefusalDetails {
  /** In place of the catalogue's text. */
  readonly message?: string;
  /** The version that is present, on a conflict (interfaces 5). */
  readonly have?: number;
  /** What is to be sent first. */
  readonly need?: 'workbook';
  /** Seconds, sent as Retry-After. */
  readonly retryAfter?: number;
  /** Fields beside `error`, for a call that has its own (login's `message` and `info`). */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Seconds. */
const STORE_RETRY = limits.store.retryAfter / 1000;

/**
 * Thrown by a handler; answered as the row of the error catalogue (interfaces 5). It is expected and says all by its code, so
 * no stack is taken down: many are made where many ask at once.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(details.message ?? errorCatalogue[code].message);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.details = code === 'store_unavailable' ? { retryAfter: STORE_RETRY, ...details } : details;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}

/** The body of a refused call; a conflict adds `have` (interfaces 5). */
export function refusalBody(refusal: Refusal): ErrorBody & Record<string, unknown> {
  const { have, need, fields } = refusal.details;
  const error = { code: refusal.code, message: refusal.message };
  return { ...fields, error: { ...error, ...(have !== undefined && { have }), ...(need && { need }) } };
}
