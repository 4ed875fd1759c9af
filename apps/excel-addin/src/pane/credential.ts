import type { Caller } from '@sheetwire/client/caller';
import { CallError } from '@sheetwire/client/failures';
import { addIn } from '@sheetwire/contract/publishing/add-in';
import { exchange } from '@sheetwire/contract/tokens';
import * as z from 'zod/mini';

/** What the portal knows the caller by; a key has no name of its user. */
export interface Credential {
  readonly secret: string;
  readonly user: string;
}

const kept = z.object({ secret: z.string(), user: z.string() });
const bearer = /^sw[kct]_[\w-]{8,190}$/;

/** What was remembered; undefined where it is not ours. */
export function readCredential(text: string | undefined): Credential | undefined {
  const found = kept.safeParse(parsed(text));
  return found.success && bearer.test(found.data.secret) ? found.data : undefined;
}

/** A key as it is, a token of the Account page for the credential that it stands for. */
export async function credentialOf(call: Caller, given: string, instanceId: string): Promise<Credential> {
  const secret = given.trim();
  if (!bearer.test(secret)) {
    throw new Error('Paste an API key (swk_…) or a token (swt_…) from the Account page of the portal');
  }
  if (!secret.startsWith('swt_')) return { secret, user: '' };
  const { credential, user } = await call(exchange, { token: secret, app: '', instanceId, version: addIn.version });
  return { secret: credential, user };
}

/** The bearer no longer works: it is unknown, expired or revoked. */
export function isRejected(fault: unknown): boolean {
  return fault instanceof CallError && fault.status === 401;
}

export function headersOfSecret({ secret }: Credential): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${secret}` };
}

function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
