import type { Output, Parsed } from '@sheetwire/contract/call';
import type { publishAudience as call } from '@sheetwire/contract/publish';
import { groupOfTopic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import type { PublishDeps } from './publish-deps.ts';
import { mayPublish, takeTurn } from './publisher.ts';

/** Who may see a report: how many, not who, which is for its admins (safety 2). */
export async function publishAudience(
  deps: PublishDeps,
  { topic }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  takeTurn(deps, request);
  await mayPublish(deps, topic, request);
  const rights = deps.rights();
  const perms = rights.permsOf(topic);
  const hasViewSecret = (deps.engine.head(topic)?.viewSecret ?? null) !== null;
  if (perms === undefined) {
    const open = rights.unadministered === 'entity' ? 'entity' : 'nobody';
    return { topic, open, decidedBy: groupOfTopic(topic), viewers: 0, hasViewSecret };
  }
  const viewers = await rights.countIn(perms.viewers);
  return { topic, open: 'viewers', decidedBy: perms.gropic, viewers, hasViewSecret };
}
