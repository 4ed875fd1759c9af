import type { sessions as call } from '@sheetwire/contract/accounts/own';
import type { Output } from '@sheetwire/contract/call';
import type { KnownRequest } from '#http/route.ts';
import { type OwnLinesDeps, ownLines } from '#identity/sessions/own-lines.ts';

/** The caller's own browser sessions and add-in credentials (ASVS 7.5.2). */
export async function sessions(deps: OwnLinesDeps, { actor }: KnownRequest): Promise<Output<typeof call>> {
  const lines = await ownLines(deps, actor);
  return {
    sessions: lines.map(({ lineHash, startedAt, seenAt, ...shown }) => ({
      ...shown,
      startedUtc: new Date(startedAt).toISOString(),
      seenUtc: new Date(seenAt).toISOString(),
      isThis: lineHash === actor.lineHash,
    })),
  };
}
