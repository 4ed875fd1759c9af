import type { JWTPayload } from 'jose';
import { SsoFault } from './sso-fault.ts';

/** What a provider tells when somebody logged out there. */
export interface LogoutNotice {
  readonly issuer: string;
  /** Its own id, for one use. */
  readonly id: string;
  readonly subject?: string;
  readonly sid?: string;
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const maxId = 255;

/** A logout token is told from an id token by its event and by having no nonce (ASVS 10.5.5). */
export function noticeOf(issuer: string, payload: JWTPayload): LogoutNotice {
  const { events, sub, sid, jti, nonce } = payload;
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, logoutEvent)) {
    throw new SsoFault('failed', 'the logout token has no logout event');
  }
  if (nonce !== undefined) throw new SsoFault('failed', 'the logout token has a nonce');
  if (typeof jti !== 'string' || jti === '' || jti.length > maxId) {
    throw new SsoFault('failed', 'the logout token has no id');
  }
  const named = { ...(typeof sub === 'string' && { subject: sub }), ...(typeof sid === 'string' && { sid }) };
  if (Object.keys(named).length === 0) throw new SsoFault('failed', 'the logout token names no user');
  return { issuer, id: jti, ...named };
}
