import type { Output } from '@sheetwire/contract/call';
import type { newToken as call } from '@sheetwire/contract/tokens';
import * as z from 'zod/mini';
import type { KnownRequest } from '#http/route.ts';
import { makeToken, type TokenDeps } from '#identity/sessions/add-in-tokens.ts';

const query = z.object({ tokenApp: z.optional(z.string()) });

/** A token for manual add-in authentication, for the app that the query names (spec 7). */
export async function newToken(deps: TokenDeps, request: KnownRequest): Promise<Output<typeof call>> {
  const asker = { user: request.actor.user, address: request.address, sessionHash: request.actor.lineHash };
  const { tokenApp = '' } = query.parse(request.query);
  const { token, madeAt } = await makeToken(deps, asker, tokenApp);
  return { token, timeGeneratedUtc: new Date(madeAt).toISOString() };
}
