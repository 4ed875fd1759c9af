import { limits } from '@sheetwire/contract/limits';
import type { Stores } from '#ports/stores.ts';
import type { Seats } from './seats.ts';

type SweptStores = Pick<
  Stores,
  'now' | 'sessions' | 'storedInfo' | 'tokens' | 'ssoSessions' | 'oneTime' | 'throttle' | 'directory'
>;

/**
 * Drops what people signed in with once its time is over; it is refused long before (interfaces 9). It counts by the time of
 * the store that all servers share: one whose clock is wrong would end the sessions of all others.
 */
export function startSweeper(
  { stores, seats }: { readonly stores: SweptStores; readonly seats: Pick<Seats, 'tidy'> },
  onFault: (error: unknown) => void,
): () => void {
  const round = async () => {
    await sweep(stores);
    await seats.tidy();
  };
  const timer = setInterval(() => void round().catch(onFault), limits.sweepEvery);
  timer.unref();
  return () => clearInterval(timer);
}

/** One round; a step that another server is at is left to it. */
async function sweep(stores: SweptStores): Promise<void> {
  const now = await stores.now();
  const idleSince = now - limits.sessionIdle - limits.seenEvery - limits.upkeep.every;
  await stores.sessions.sweep(idleSince, now - limits.sessionLife);
  await stores.storedInfo.sweep(now - limits.storedInfoIdle, now - limits.storedInfoLife);
  await stores.tokens.sweep(now, idleSince);
  await stores.ssoSessions.sweep(now - limits.sweepEvery);
  await stores.oneTime.sweep(now);
  await stores.throttle.sweep();
  await stores.directory.forgetGroups();
}
