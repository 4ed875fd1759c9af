import type { Output, Parsed } from '@sheetwire/contract/call';
import type { publishRelease as call } from '@sheetwire/contract/publishing/history';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import { assertStorable } from '#report/storable.ts';
import type { PublishDeps } from '../publish-deps.ts';
import { mayKeep } from './keeper.ts';
import { oneLine } from './one-line.ts';
import { releaseRollback } from './release-rollback.ts';

type Answer = Output<typeof call>;

/** Lets go on, or not, what is held at a version of a report (time 4). */
export async function publishRelease(
  deps: PublishDeps,
  input: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Answer> {
  const { topic, version, accept } = input;
  const { user, stillMay } = await mayKeep(deps, topic, request);
  const reason = oneLine(input.reason ?? '');
  assertStorable(reason);
  const ask = { topic, version, accept, reason, user, stillMay, address: request.address };
  const isReleased = await releaseRollback(deps, ask);
  if (isReleased === undefined) {
    throw new Refusal('unknown_version', { message: `Nothing is on hold at version ${version}` });
  }
  const head = deps.engine.head(topic);
  return { topic, version: head?.version ?? 0, time: head?.time ?? 'no_time', changed: isReleased };
}
