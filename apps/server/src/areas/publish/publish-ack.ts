import type { Output, Parsed } from '@sheetwire/contract/call';
import type { publishAck as call } from '@sheetwire/contract/publish';
import type { KnownRequest } from '#http/route.ts';
import { oneLine } from './history/one-line.ts';
import type { PublishDeps } from './publish-deps.ts';
import { takeTurn } from './publisher.ts';
import { sessionRights } from './session-rights.ts';

/** What became of updates: their viewers are answered (interfaces 4). */
export async function publishAck(
  deps: PublishDeps,
  { session, acks }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  takeTurn(deps, request);
  const said = acks.map(({ id, status, message }) => ({
    id,
    status,
    message: message === undefined ? undefined : oneLine(message),
  }));
  const late = await deps.controls.acknowledge({ session, acks: said, ...sessionRights(deps, request) });
  return late.length === 0 ? {} : { late: [...late] };
}
