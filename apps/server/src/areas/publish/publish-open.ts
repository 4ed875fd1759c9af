import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { publishOpen as call } from '@sheetwire/contract/publish';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import type { PublishDeps } from './publish-deps.ts';
import { judgedAnew, mayPublish, type Publisher, takeTurn } from './publisher.ts';

/** Makes the caller the connected publisher of its topics; who was before is told so at once (interfaces 4). */
export async function publishOpen(
  deps: PublishDeps,
  { topics, instanceId, standby: isStandby = false }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  takeTurn(deps, request);
  const wanted = [...new Set(topics)];
  if (wanted.length === 0) throw new Refusal('malformed', { message: 'List the topics to publish' });
  const { user, lineHash, kind } = request.actor;
  const session = await judgedAnew(async () => {
    const publishers: Publisher[] = [];
    for (const topic of wanted) publishers.push(await mayPublish(deps, topic, request));
    const stillMay = () => {
      for (const publisher of publishers) publisher.stillMay();
    };
    // Nobody is taken over from, and no session stays, by a right that went while the call waited.
    stillMay();
    return deps.controls.open({ user, lineHash, isKey: kind === 'apikey', instanceId, isStandby, stillMay }, wanted);
  });
  for (const topic of wanted) deps.heard(topic, { isConnected: true });
  return { session, leaseMs: limits.publisherLease };
}
