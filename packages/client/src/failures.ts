/** The server refused a call: its status, and the code and words of the catalogue (interfaces 5). */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  /** A code of the catalogue; `unreadable` when the answer is not one of this product's. */
  readonly code: string;
  /** The version that the server holds, with a conflict. */
  readonly have: number | undefined;
  /** Milliseconds to wait before trying again, when the server says so. */
  readonly retryAfter: number | undefined;
  /** What the log of the server knows a failed call by. */
  readonly requestId: string | undefined;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.have = refusal.have;
    this.retryAfter = refusal.retryAfter;
    this.requestId = refusal.requestId;
  }
}

/** What a refusal says. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly have?: number | undefined;
  readonly retryAfter?: number | undefined;
  readonly requestId?: string | undefined;
}

/** No answer came: whether the server acted on the call is unknown. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';

  constructor(cause: unknown) {
    super('The server cannot be reached', { cause });
  }
}
