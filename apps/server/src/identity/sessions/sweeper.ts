import { limits } from '@sheetwire/contract/limits';
import type { Clock } from '#ports/clock.ts';
import type { Stores } from '#ports/stores.ts';
import type { Seats } from './seats.ts';

type SweptStores = Pick<Stores, 'sessions' | 'storedInfo' | 'tokens' | 'ssoSessions' | 'oneTime' | 'throttle'>;

/** Drops what people signed in with once its time is over; it is refused long before (interfaces 9). */
export function startSweeper(
  { stores, clock, seats }: { readonly stores: SweptStores; readonly clock: Clock; readonly seats: Seats },
  onFault: (error: unknown) => void,
): () => void {
  const round = async () => {
    await sweep(stores, clock.now());
    await seats.tidy();
  };
  const timer = setInterval(() => void round().catch(onFault), limits.sweepEvery);
  timer.unref();
  return () => clearInterval(timer);
}

/** One round. */
export async function sweep(stores: SweptStores, now: number): Promise<void> {
  const idleSince = now - limits.sessionIdle - limits.seenEvery - limits.upkeep.every;
  await stores.sessions.sweep(idleSince, now - limits.sessionLife);
  await stores.storedInfo.sweep(now - limits.storedInfoIdle, now - limits.storedInfoLife);
  await stores.tokens.sweep(now, idleSince);
  await stores.ssoSessions.sweep(now - limits.sweepEvery);
  await stores.oneTime.sweep(now);
  await stores.throttle.sweep();
}
