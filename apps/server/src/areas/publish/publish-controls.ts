import type { Output, Parsed } from '@sheetwire/contract/call';
import type { publishControls as call } from '@sheetwire/contract/publish';
import type { KnownRequest } from '#http/route.ts';
import type { WaitingUpdate } from '#ports/controls.ts';
import type { PublishDeps } from './publish-deps.ts';
import { takeTurn } from './publisher.ts';
import { sessionRights } from './session-rights.ts';

/** Waits for updates of the session's topics and renews its lease (interfaces 4, semantics 5). */
export async function publishControls(
  deps: PublishDeps,
  { session, cursor, waitMs }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  takeTurn(deps, request);
  const answer = await deps.controls.poll({
    session,
    cursor,
    waitMs,
    signal: request.signal,
    ...sessionRights(deps, request),
    heard: (topics) => {
      for (const topic of topics) deps.heard(topic, { isConnected: true });
    },
  });
  const { cursor: next, updates, midEdit, lost } = answer;
  const news = { cursor: next, updates: updates.map(wireUpdate), midEdit: [...midEdit] };
  return lost.length === 0 ? news : { ...news, lost: [...lost] };
}

function wireUpdate({ at, isHeld, ...update }: WaitingUpdate) {
  return { ...update, time: new Date(at).toISOString(), ...(isHeld && { held: true }) };
}
