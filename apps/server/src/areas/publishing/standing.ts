import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { timeOfDigits } from '#report/publish-times.ts';
import type { PublishingDeps } from './publishing-deps.ts';

/** How a report stands: its newest version, its publisher, and how many look at it. */
export function standingOf(deps: PublishingDeps, topic: Topic, viewers: number) {
  const head = deps.engine.head(topic);
  const seenAt = deps.publishers.seenAt(topic);
  const waits = deps.guard.waiting(topic);
  return {
    topic,
    version: head?.version ?? 0,
    timeUtc: utcOf(head?.time ?? ''),
    sender: head?.sender ?? '',
    isLive: head?.isLive === true,
    publisher: publisherOf(deps, topic),
    seenUtc: seenAt === undefined ? null : new Date(seenAt).toISOString(),
    viewers,
    hasPublishSecret: (head?.publishSecret ?? null) !== null,
    ...(waits && { waitingUtc: new Date(waits.since).toISOString() }),
  };
}

/** '' for a time that is none. */
export function utcOf(digits: string): string {
  const at = timeOfDigits(digits);
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
}

function publisherOf({ publishers }: PublishingDeps, topic: Topic): 'connected' | 'silent' | 'none' {
  if (publishers.isConnected(topic)) return 'connected';
  return publishers.isSilent(topic) ? 'silent' : 'none';
}

/** How many users look at each of some reports, in steps: they may be very many. A user with several windows is one. */
export function* viewersOf(
  { hub }: Pick<PublishingDeps, 'hub'>,
  topics: readonly Topic[],
): Generator<void, ReadonlyMap<Topic, number>> {
  const counts = new Map<Topic, number>();
  let looked = 0;
  for (const topic of topics) {
    const users = new Set<User>();
    for (const { stream } of hub.watchersOf(topic)) {
      users.add(stream.owner.user);
      if (++looked % STEP === 0) yield;
    }
    counts.set(topic, users.size);
  }
  return counts;
}

/** Viewers that are looked at between two steps. */
const STEP = 32;
