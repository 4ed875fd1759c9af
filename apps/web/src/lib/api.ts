import type { Caller } from '@sheetwire/client/caller';
import { NetworkFailure } from '@sheetwire/client/failures';
import { isGivenUpLate } from './give-up-late.ts';

/** Takes how calls end. */
export interface CallNotes {
  now(): number;
  note(isConnected: boolean): void;
  /** No answer came in time to what was asked then. */
  noteLate(askedAt: number): void;
}

/** Reports each outcome: connected is true after every successful call and false after any failure (spec 4). */
export function watched(call: Caller, { now, note, noteLate }: CallNotes): Caller {
  return async (definition, input, options) => {
    const askedAt = now();
    try {
      const output = await call(definition, input, options);
      note(true);
      return output;
    } catch (error) {
      if (isGivenUpLate(options?.signal)) noteLate(askedAt);
      else if (!options?.signal?.aborted) note(false);
      throw error;
    }
  };
}

/** What a refusal or a broken line says, for an alert (spec 8: the error text). */
export function errorText(error: unknown): string {
  if (!(error instanceof Error) || error.message === '') return 'The server cannot be reached';
  const id = 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : undefined;
  return id === undefined
    ? error.message
    : `${error.message}. If this continues, give your administrator this request ID: ${id}`;
}

/** The same of what was to be done or saved: without a response nobody knows whether it was. */
export function deedText(error: unknown): string {
  return error instanceof NetworkFailure
    ? 'The server did not respond, so it is not known whether this was done. Check before you try again.'
    : errorText(error);
}

/** The status of a refusal; undefined when no answer came. */
export function statusOf(error: unknown): number | undefined {
  const isAnswer = typeof error === 'object' && error !== null && 'status' in error;
  return isAnswer && typeof error.status === 'number' ? error.status : undefined;
}

/** True when the server understood the call and will refuse it again, however often it is made. */
export function isRefused(error: unknown): boolean {
  const status = statusOf(error) ?? 0;
  return status >= 400 && status < 500 && status !== 429;
}
