import { createHash, timingSafeEqual } from 'node:crypto';
import type { User } from '@sheetwire/rules/principal';
import type { Request } from '#http/route.ts';
import type { Networks } from '#settings/networks.ts';
import { type RealmMap, userOfHeader } from '#settings/realm-map.ts';

/** The header that proves the proxy beside its address. */
export const secretHeader = 'x-sheetwire-proxy-secret';

export interface ProxyHeaderSettings {
  /** The header that names the user. */
  readonly header: string;
  readonly secret: string;
  readonly proxies: Networks;
  readonly realms: RealmMap;
}

/** Whom a proxy vouches for; `why` says in plain words for the log why nobody is believed. */
export type ProxyWord = { readonly user: User } | { readonly why: string };

/** The user that a trusted proxy names (architecture 8); undefined when the request names none. */
export function proxyWord(
  { header, secret, proxies, realms }: ProxyHeaderSettings,
  request: Request,
): ProxyWord | undefined {
  const name = request.header(header);
  if (name === undefined || name === '') return undefined;
  // The address of the line itself: what X-Forwarded-For says is the word of whoever sent it.
  if (!proxies.has(request.peer)) return { why: `${request.peer} sent ${header} but is not a trusted proxy` };
  if (!isEqual(request.header(secretHeader) ?? '', secret)) {
    return { why: `the proxy ${request.peer} sent ${header} without the correct ${secretHeader}` };
  }
  const user = userOfHeader(realms, name);
  return user === undefined ? { why: `the proxy ${request.peer} named a user whose realm is not mapped` } : { user };
}

/** In the same time wherever they differ. */
function isEqual(given: string, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(secret));
}
