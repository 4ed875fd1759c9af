import { NetworkFailure } from '@sheetwire/client/failures';
import { limits } from '@sheetwire/contract/limits';
import type { Clock } from './clock.ts';

/** Gives up a call whose answer takes too long, with a reason that says so; answers how to take that back. */
export function giveUpLate(call: AbortController, clock: Clock, within: number = limits.callAnswer): () => void {
  return clock.after(within, () => call.abort(new NetworkFailure(new Error('late'))));
}

/** True for a call that was given up since no answer came; what the page itself gave up says nothing about the line. */
export function isGivenUpLate(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && signal.reason instanceof NetworkFailure;
}
