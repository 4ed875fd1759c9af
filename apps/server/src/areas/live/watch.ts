import type { Output, Parsed } from '@sheetwire/contract/call';
import type { watch as call } from '@sheetwire/contract/live';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import type { LiveDeps } from './live-deps.ts';

/**
 * Sets what a stream carries and sends what each topic lacks since the version that the client holds. A topic that may
 * not be viewed is ignored like one that does not exist (interfaces 7).
 */
export async function watch(
  deps: LiveDeps,
  { streamId, topics }: Parsed<typeof call>,
  { actor }: KnownRequest,
): Promise<Output<typeof call>> {
  const stream = deps.hub.stream(streamId);
  if (!stream || stream.owner.lineHash !== actor.lineHash)
    throw new Refusal('not_found', { message: 'The stream has ended; open it again' });
  deps.watching.set(stream, topics);
  return {};
}
