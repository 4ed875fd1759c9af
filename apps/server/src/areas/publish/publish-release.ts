import type { Output, Parsed } from '@sheetwire/contract/call';
import type { publishRelease as call } from '@sheetwire/contract/publish';
import type { KnownRequest } from '#http/route.ts';
import { releaseHeld } from './guard/release-held.ts';
import type { PublishDeps } from './publish-deps.ts';
import { takeTurn } from './publisher.ts';

/** Lets what is held go on, or not (time 5). */
export async function publishRelease(
  deps: PublishDeps,
  input: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  takeTurn(deps, request);
  return releaseHeld(deps, input, request);
}
