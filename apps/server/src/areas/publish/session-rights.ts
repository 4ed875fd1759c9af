import type { Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { mayPublish } from './publisher.ts';
import type { PublishDeps } from './routes.ts';

/** Who asks for a session's updates: refused once the right to publish one of its topics is gone. */
export function sessionRights(deps: PublishDeps, request: KnownRequest) {
  return {
    lineHash: request.actor.lineHash,
    isKey: request.actor.kind === 'apikey',
    assertMay: async (topics: readonly Topic[]) => {
      for (const topic of topics) await mayPublish(deps, topic, request);
    },
  };
}
