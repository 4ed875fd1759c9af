import { limits } from '@sheetwire/contract/limits';
import type { Actor } from '#http/actor.ts';
import type { Lines } from './lines.ts';

type Owner = Pick<Actor, 'kind' | 'lineHash'>;

/** The open live streams, by who they belong to. */
export interface OpenStreams {
  owners(): readonly Owner[];
  end(lineHash: string, reason: 'ended' | 'license'): void;
}

/**
 * An open stream counts as a call: it keeps the session and the seat. Once a minute each owner is looked up again, so
 * that a stream never outlives its session, its bearer or its user's disabling (semantics 3).
 */
export function startStreamKeeper(lines: Lines, streams: OpenStreams, onFault: (error: unknown) => void): () => void {
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await keepStreams(lines, streams);
    } catch (error) {
      onFault(error);
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), limits.seenEvery);
  timer.unref();
  return () => clearInterval(timer);
}

/** One look at every owner; a store that cannot be read ends nobody's stream. */
export async function keepStreams(lines: Lines, streams: OpenStreams): Promise<void> {
  const owners = new Map(streams.owners().map((owner) => [owner.lineHash, owner]));
  for (const owner of owners.values()) {
    const actor = await lines.again(owner);
    if (actor === undefined) streams.end(owner.lineHash, 'ended');
    else if (!actor.hasLicense) streams.end(owner.lineHash, 'license');
  }
}
