import type { Output, Parsed } from '@sheetwire/contract/call';
import type { publishCells as call } from '@sheetwire/contract/publish';
import type { KnownRequest } from '#http/route.ts';
import type { PublishDeps } from './publish-deps.ts';
import { asPublisher } from './publisher.ts';

/** Publishes changed cells on top of a known version (interfaces 4). */
export async function publishCells(
  deps: PublishDeps,
  input: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const { topic, baseVersion, cells } = input;
  const actor = await asPublisher(deps, topic, request);
  const published = await deps.engine.patch(topic, { sender: actor.user, baseVersion, cells });
  deps.heard(topic);
  return { topic, ...published };
}
