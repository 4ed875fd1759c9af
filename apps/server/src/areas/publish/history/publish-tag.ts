import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { publishTag as call } from '@sheetwire/contract/publishing/history';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import { assertStorable } from '#report/publish/storable.ts';
import type { PublishDeps } from '../publish-deps.ts';
import { takeTurn } from '../publisher.ts';
import { mayKeep } from './keeper.ts';
import { oneLine } from './one-line.ts';

/** Gives a version a tag, or takes its tag away; a version with a tag is kept for good (time 4). */
export async function publishTag(
  deps: PublishDeps,
  { topic, version, tag: given }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  takeTurn(deps, request);
  const { user, stillMay } = await mayKeep(deps, topic, request);
  const tag = oneLine(given);
  assertStorable(tag);
  const tagged = await deps.pastTurns.run(user, () => {
    stillMay();
    const action = tag === '' ? 'tag removed' : 'version tagged';
    const note = { at: deps.clock.now(), actor: user, action, object: topic, address: request.address };
    const after = tag === '' ? { version } : { version, tag };
    return deps.marks.tag(topic, { version, tag, by: user, note: { ...note, after } });
  });
  if (tagged === 'gone') throw notKept(version);
  if (tagged === 'full') {
    throw new Refusal('too_large', { message: `A report can have at most ${limits.past.tags} tags; remove one first` });
  }
  return { topic, version, ...tagged };
}

/** The refusal of a version that retention let go, or that never was. */
export function notKept(version: number): Refusal {
  return new Refusal('unknown_version', {
    message: `Version ${version} of the report does not exist or is no longer kept`,
  });
}
