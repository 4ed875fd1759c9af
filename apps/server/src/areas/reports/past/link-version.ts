import type { Output, Parsed } from '@sheetwire/contract/call';
import type { linkVersion as call } from '@sheetwire/contract/verify/link';
import type { KnownRequest } from '#http/route.ts';
import type { ReportsDeps } from '../reports-deps.ts';
import { mayLook } from './versions.ts';

/**
 * Keeps a version whose address is given out (time 1): it is for who may view the report, and takes a turn among the looks at
 * the past, never one of a publish.
 */
export async function linkVersion(
  deps: ReportsDeps,
  { topic, version }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const { user } = request.actor;
  deps.pastRate.take(user);
  if (!(await mayLook(deps, topic, request))) return { kept: false };
  const kept = await deps.pastTurns.run(user, async () => {
    // A right that was lost while others were served keeps nothing, and tells nothing.
    return (await mayLook(deps, topic, request)) && deps.marks.link(topic, version, user);
  });
  return { kept };
}
