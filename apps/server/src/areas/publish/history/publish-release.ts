import type { Output, Parsed } from '@sheetwire/contract/call';
import type { publishRelease as call } from '@sheetwire/contract/publishing/history';
import type { KnownRequest } from '#http/route.ts';
import { assertStorable } from '#report/publish/storable.ts';
import { releaseHeld } from '../guard/release-held.ts';
import type { PublishDeps } from '../publish-deps.ts';
import { takeTurn } from '../publisher.ts';
import { oneLine } from './one-line.ts';
import { isOfRollback, releaseRollback } from './release-rollback.ts';

/** Lets go on, or not, what is held at a version of a report: its publisher after a rollback, or a publish (time 4, 5). */
export async function publishRelease(
  deps: PublishDeps,
  input: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  takeTurn(deps, request);
  const reason = oneLine(input.reason ?? '');
  assertStorable(reason);
  const { topic, version } = input;
  // What another server held counts, though this one has not heard of it yet.
  const waits = await deps.guardStore.held(topic);
  const isGuarded = waits !== undefined || deps.guard.setting(topic) !== undefined;
  const isRollback = await isOfRollback(deps, topic, { version, isWaiting: waits?.number === version });
  const ask = { ...input, reason };
  return isRollback || !isGuarded
    ? releaseRollback(deps, ask, request)
    : releaseHeld(deps, { ...ask, held: waits }, request);
}
