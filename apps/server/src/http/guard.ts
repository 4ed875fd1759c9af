import type { IncomingHttpHeaders } from 'node:http';
import type { Actor } from '#lib/actor.ts';
import { Refusal } from '#lib/refusal.ts';
import { signedOut } from '#lib/signed-out.ts';
import { readCookie, type SessionCookie } from './cookie.ts';
import { firstHeader } from './handler-request.ts';
import type { Access, Route } from './route.ts';
import { isSameOrigin, type OwnOrigin } from './same-origin.ts';

/** Finds out who calls; undefined for an id or bearer that is unknown, ended or expired. */
export interface Identify {
  session(id: string): Promise<Actor | undefined>;
  bearer(secret: string): Promise<Actor | undefined>;
}

/** What the guard needs of the product's settings. */
export interface GuardDeps {
  readonly identify: Identify;
  readonly cookie: SessionCookie;
  readonly own: OwnOrigin;
}

/** What a request brought to show who sends it. */
export interface Credentials {
  readonly sessionId: string | undefined;
  readonly bearer: string | undefined;
}

const maxSecret = 200;

/** The session id and the bearer of a request; one that cannot be ours is none. */
export function credentialsOf(headers: IncomingHttpHeaders, cookie: SessionCookie): Credentials {
  const bearer = /^Bearer ([\w-]+)$/i.exec(headers.authorization ?? '')?.[1];
  const sessionId = readCookie(headers.cookie, cookie.name);
  return { sessionId: bounded(sessionId), bearer: bounded(bearer) };
}

/** The same-origin rule of interfaces 9, before anything else is looked at. */
export function refuseCrossSite(route: Route, headers: IncomingHttpHeaders, hasCookie: boolean, own: OwnOrigin): void {
  if (route.options.ignoresCookie) return;
  const secFetchSite = firstHeader(headers['sec-fetch-site']);
  if (route.call.method === 'GET') {
    if (secFetchSite === 'cross-site') throw new Refusal('cross_site');
    return;
  }
  const isCookieCall = hasCookie || route.options.setsCookie === true;
  const { origin, host } = headers;
  if (isCookieCall && !isSameOrigin({ secFetchSite, origin, host }, own)) throw new Refusal('cross_site');
}

/** Who calls, or the refusal that the route's access asks for. */
export async function identifyFor(access: Access, sent: Credentials, identify: Identify): Promise<Actor | undefined> {
  const takesBearer = access === 'bearer' || access === 'bearer-or-session' || access === 'bearer-or-licensed';
  const isBearer = access === 'bearer' || (takesBearer && sent.bearer !== undefined);
  const secret = isBearer ? sent.bearer : sent.sessionId;
  const actor =
    secret === undefined ? undefined : await (isBearer ? identify.bearer(secret) : identify.session(secret));
  if (access === 'public') return actor;
  if (actor === undefined) throw unknownCaller(access, sent, takesBearer);
  if (needsSeat(access) && !actor.hasLicense) throw new Refusal('no_license');
  return actor;
}

/** In words for who calls: a program is not told to log in, nor a browser to send a key. */
function unknownCaller(access: Access, { bearer }: Credentials, takesBearer: boolean): Refusal {
  if (bearer !== undefined && takesBearer) return signedOut();
  const message =
    access === 'bearer'
      ? 'Send an API key or a credential with the call, as Authorization: Bearer KEY'
      : 'Keys and credentials do not work for this call; log in in a browser';
  return new Refusal('not_signed_in', access === 'bearer' || bearer !== undefined ? { message } : {});
}

/** Reports, topic lists and streams answer an account without a seat in their own way (interfaces 9). */
export function needsSeat(access: Access): boolean {
  return access !== 'public' && access !== 'signed-in' && access !== 'bearer-or-session';
}

function bounded(secret: string | undefined): string | undefined {
  return secret !== undefined && secret.length > 0 && secret.length <= maxSecret ? secret : undefined;
}
