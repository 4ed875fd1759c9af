import type { Output, Parsed } from '@sheetwire/contract/call';
import type {
  listApiKeys as listCall,
  newApiKey as newCall,
  revokeApiKey as revokeCall,
} from '@sheetwire/contract/tokens';
import type { KnownRequest } from '#http/route.ts';
import { makeApiKey, revokeApiKey, type TokenDeps } from '#identity/sessions/add-in-tokens.ts';

/** A key for unattended publishers; it is shown this once (interfaces 3). */
export function newKey(
  deps: TokenDeps,
  { name }: Parsed<typeof newCall>,
  { actor, address }: KnownRequest,
): Promise<Output<typeof newCall>> {
  return makeApiKey(deps, { user: actor.user, address, sessionHash: actor.lineHash }, name);
}

/** The caller's own keys, without their secrets (interfaces 9). */
export async function listKeys(
  { stores, lines }: TokenDeps,
  { actor }: KnownRequest,
): Promise<Output<typeof listCall>> {
  const keys = await stores.tokens.keysOf(actor.user);
  return {
    keys: keys.map(({ id, hash, name, createdAt, lastUsedAt }) => {
      const used = lines.lastCall('bearer', hash, lastUsedAt);
      return {
        id,
        name,
        createdUtc: new Date(createdAt).toISOString(),
        lastUsedUtc: used === null ? null : new Date(used).toISOString(),
      };
    }),
  };
}

/** Ends one of the caller's own keys at once (interfaces 9). */
export async function revokeKey(
  deps: TokenDeps,
  { id }: Parsed<typeof revokeCall>,
  { actor, address }: KnownRequest,
): Promise<Output<typeof revokeCall>> {
  await revokeApiKey(deps, { user: actor.user, address }, id);
  return {};
}
