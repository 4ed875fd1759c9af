import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { timeOfDigits } from '#report/publish-times.ts';
import type { PublishingDeps } from './publishing-deps.ts';

/** How a report stands: its newest version, its publisher, who looks at it. */
export function standingOf(deps: PublishingDeps, topic: Topic) {
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
    viewers: viewersOf(deps, topic),
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

/** A user with several windows is one. */
function viewersOf({ hub }: PublishingDeps, topic: Topic): number {
  const users = new Set<User>();
  for (const { stream } of hub.watchersOf(topic)) users.add(stream.owner.user);
  return users.size;
}
