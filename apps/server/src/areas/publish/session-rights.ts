import type { Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { mayPublish } from './publisher.ts';
import type { PublishDeps } from './routes.ts';

/** Who asks for a session's updates: a topic whose right to publish is gone, goes. */
export function sessionRights(deps: PublishDeps, request: KnownRequest) {
  return {
    lineHash: request.actor.lineHash,
    isKey: request.actor.kind === 'apikey',
    assertMay: async (topic: Topic): Promise<void> => void (await mayPublish(deps, topic, request)),
  };
}
