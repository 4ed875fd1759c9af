import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import type { Actor } from '#lib/actor.ts';
import type { Lines } from './lines.ts';

type Owner = Pick<Actor, 'kind' | 'lineHash'>;

/** The open live streams, by who they belong to. */
export interface OpenStreams {
  owners(): readonly Owner[];
  /** Those of a user. */
  ownersOf(user: User): readonly Owner[];
  end(lineHash: string, reason: 'ended' | 'license'): void;
  /** Its owner was looked up and stays. */
  stays(lineHash: string, actor: Actor): void;
}

/** Looks after open streams until it is stopped. */
export interface StreamKeeper {
  /** Looks at all of them now: what ended may have gone unheard. */
  look(): void;
  /** Looks at one that was just opened: its session may have ended while it was. */
  opened(owner: Owner): void;
  /** Looks at those of a user whose account changed. */
  changed(user: User): void;
  stop(): void;
}

/**
 * An open stream counts as a call: it keeps the session and the seat. Once a minute each owner is looked up again, so
 * that a stream never outlives its session, its bearer or its user's disabling (semantics 3).
 */
export function startStreamKeeper(lines: Lines, streams: OpenStreams, onFault: (error: unknown) => void): StreamKeeper {
  let isLooking = false;
  let isDue = false;
  const rounds = async (): Promise<void> => {
    isLooking = true;
    while (isDue) {
      isDue = false;
      await keepStreams(lines, streams).catch(onFault);
    }
    isLooking = false;
  };
  const look = () => {
    isDue = true;
    if (!isLooking) void rounds();
  };
  const timer = setInterval(look, limits.seenEvery);
  timer.unref();
  return {
    look,
    opened: (owner) => void keepStream(lines, streams, owner).catch(onFault),
    changed: (user) => void keepEach(lines, streams, streams.ownersOf(user)).catch(onFault),
    stop: () => clearInterval(timer),
  };
}

/** One look at every owner; a store that cannot be read ends nobody's stream. */
export function keepStreams(lines: Lines, streams: OpenStreams): Promise<void> {
  return keepEach(lines, streams, streams.owners());
}

async function keepEach(lines: Lines, streams: OpenStreams, all: readonly Owner[]): Promise<void> {
  const owners = [...new Map(all.map((owner) => [owner.lineHash, owner])).values()];
  for (let at = 0; at < owners.length; at += limits.keptAtOnce) {
    const some = owners.slice(at, at + limits.keptAtOnce);
    await Promise.all(some.map((owner) => keepStream(lines, streams, owner)));
    // An embedded store answers in the same turn.
    await nextTurn();
  }
}

async function keepStream(lines: Lines, streams: OpenStreams, owner: Owner): Promise<void> {
  const actor = await lines.again(owner);
  if (actor === undefined) streams.end(owner.lineHash, 'ended');
  else if (!actor.hasLicense) streams.end(owner.lineHash, 'license');
  else streams.stays(owner.lineHash, actor);
}
