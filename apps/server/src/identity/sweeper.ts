import { limits } from '@sheetwire/contract/limits';
import type { Clock } from '#ports/clock.ts';
import type { Stores } from '#ports/stores.ts';

/** Drops sessions, tokens and one-time records whose time is over; their ids are refused long before (interfaces 9). */
export function startSweeper(
  {
    stores,
    clock,
  }: { readonly stores: Pick<Stores, 'sessions' | 'tokens' | 'ssoSessions' | 'oneTime'>; readonly clock: Clock },
  onFault: (error: unknown) => void,
): () => void {
  const sweep = async () => {
    const now = clock.now();
    await stores.sessions.sweep(now - limits.sessionIdle - limits.seenEvery, now - limits.sessionLife);
    await stores.tokens.sweep(now);
    await stores.ssoSessions.sweep(now - limits.sweepEvery);
    await stores.oneTime.sweep(now);
  };
  const timer = setInterval(() => void sweep().catch(onFault), limits.sweepEvery);
  timer.unref();
  return () => clearInterval(timer);
}
