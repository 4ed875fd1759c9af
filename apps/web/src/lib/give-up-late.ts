import type { Caller } from '@sheetwire/client/caller';
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

/** Gives up a call that was not answered for long, unless its caller does so sooner: nothing waits for it without end. */
export function bounded(call: Caller, clock: Clock, within = limits.longAnswer): Caller {
  return async (definition, input, options) => {
    const round = new AbortController();
    const own = options?.signal;
    const follow = () => round.abort(own?.reason);
    if (own?.aborted) follow();
    own?.addEventListener('abort', follow);
    const cancelLimit = giveUpLate(round, clock, options?.within ?? within);
    try {
      return await call(definition, input, { ...options, signal: round.signal });
    } finally {
      cancelLimit();
      own?.removeEventListener('abort', follow);
    }
  };
}
