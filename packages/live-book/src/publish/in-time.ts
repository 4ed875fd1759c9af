import type { Clock } from '@sheetwire/client/clock';
import { NetworkFailure } from '@sheetwire/client/failures';
import { limits } from '@sheetwire/contract/limits';

/** One call to the portal, ended when it takes too long or when publishing stops; throws why it was ended, and what the call throws. */
export async function inTime<T>(
  { clock, stopped }: { readonly clock: Clock; readonly stopped: AbortSignal },
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const cancel = clock.after(limits.publishCall, () => late.abort(new NetworkFailure(new Error('late'))));
  try {
    return await ask(AbortSignal.any([late.signal, stopped]));
  } finally {
    cancel();
  }
}
