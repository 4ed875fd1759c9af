import type { Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import type { PublishDeps } from './publish-deps.ts';
import { isPublisherNow, mayPublish } from './publisher.ts';

/** Who asks for a session's updates: a topic whose right to publish is gone, goes. */
export function sessionRights(deps: PublishDeps, request: KnownRequest) {
  return {
    lineHash: request.actor.lineHash,
    isKey: request.actor.kind === 'apikey',
    assertMay: async (topic: Topic): Promise<void> => void (await mayPublish(deps, topic, request)),
    mayNow: (topic: Topic): boolean => isPublisherNow(deps, topic, request),
  };
}
