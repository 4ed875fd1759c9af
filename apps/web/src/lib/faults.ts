import { CallError, NetworkFailure } from '@sheetwire/client/failures';

/** Takes what a call may end with - refused, not answered, given up - and tells the console of any other fault. */
export function noteFault(error: unknown): void {
  if (!isOfCalls(error)) console.error('Page error', error);
}

function isOfCalls(error: unknown): boolean {
  const isGivenUp = error instanceof DOMException && error.name === 'AbortError';
  return isGivenUp || error instanceof CallError || error instanceof NetworkFailure;
}
