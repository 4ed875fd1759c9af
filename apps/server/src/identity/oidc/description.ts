import { limits } from '@sheetwire/contract/limits';
import { createRemoteJWKSet, customFetch as fetchOfKeys, type RemoteJWKSet } from 'jose';
import * as client from 'openid-client';
import * as z from 'zod/mini';
import { isLoopback } from '#lib/loopback.ts';
import { fetchBounded } from './bounded-fetch.ts';
import { oneLine, SsoFault } from './sso-fault.ts';

const second = 1000;

/** The issuer is compared exactly (ASVS 10.5.3); what we need must be described. */
export async function readDescription(issuer: string, clientId: string): Promise<client.ServerMetadata> {
  const url = new URL(issuer);
  const found = await client
    .discovery(url, clientId, undefined, undefined, {
      [client.customFetch]: fetchBounded,
      timeout: limits.sso.answer / second,
      execute: isLoopback(url.hostname) ? [client.allowInsecureRequests] : [],
    })
    .catch((error: unknown) => {
      const other = otherIssuerOf(error);
      if (other !== undefined) throw otherIssuer(other);
      const status = statusOf(error);
      throw status === undefined ? error : noDescription(url, status);
    });
  const { supportsPKCE: _, ...server } = found.serverMetadata();
  if (new URL(server.issuer).href !== url.href) throw otherIssuer(server.issuer);
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    if (server[name] === undefined) throw new SsoFault('failed', `the provider's discovery document has no ${name}`);
  }
  return server;
}

const comparison = z.object({
  cause: z.object({ attribute: z.literal('issuer'), body: z.object({ issuer: z.string() }) }),
});

/** The issuer that the library found in place of ours. */
function otherIssuerOf(error: unknown): string | undefined {
  return comparison.safeParse(error).data?.cause.body.issuer;
}

const unexpected = z.object({ cause: z.instanceof(Response) });

/** The status of what the provider answered in place of its description. */
function statusOf(error: unknown): number | undefined {
  return unexpected.safeParse(error).data?.cause.status;
}

function noDescription({ href }: URL, status: number): SsoFault {
  const address = `${href.replace(/\/$/, '')}/.well-known/openid-configuration`;
  return new SsoFault('failed', `${address} answered ${status} and no discovery document; check SHEETWIRE_OIDC_ISSUER`);
}

function otherIssuer(issuer: string): SsoFault {
  const words = `the provider calls itself ${oneLine(issuer)}; if that is correct, set SHEETWIRE_OIDC_ISSUER to it`;
  return new SsoFault('failed', words);
}

/** The provider's public keys: read when they are needed, and again when they are old. */
export function keysOf({ jwks_uri: address = '' }: client.ServerMetadata): RemoteJWKSet {
  return createRemoteJWKSet(new URL(address), {
    timeoutDuration: limits.sso.answer,
    cooldownDuration: limits.sso.keysKept,
    cacheMaxAge: limits.sso.keysKept,
    [fetchOfKeys]: fetchBounded,
  });
}

/** How we prove who we are: the secret in the body or in the header. */
export type ClientProof = 'client_secret_post' | 'client_secret_basic';

/**
 * What the provider takes, best first: many decode the header otherwise than they should. Which of them it takes from
 * us in particular it does not say.
 */
export function clientProofs({ token_endpoint_auth_methods_supported: taken }: client.ServerMetadata): ClientProof[] {
  const known = ['client_secret_post', 'client_secret_basic'] as const;
  return taken === undefined ? ['client_secret_basic'] : known.filter((method) => taken.includes(method));
}
