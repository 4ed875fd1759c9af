import { nobody, type SessionUser } from '@sheetwire/contract/accounts';
import { passwordOfEmail } from '@sheetwire/rules/email';
import type { Request } from '#http/route.ts';
import type { Lines } from '#identity/sessions/lines.ts';
import type { SignInModes } from '#identity/sign-in/sign-in-modes.ts';
import type { UserStore } from '#ports/users.ts';

export interface SessionUserDeps extends Pick<SignInModes, 'sso'> {
  readonly users: UserStore;
  readonly lines: Pick<Lines, 'recordOf'>;
}

/** The session user of `username/` and `usernameremote/` (spec 3). */
export async function sessionUser(
  { users, lines, sso }: SessionUserDeps,
  { actor }: Pick<Request, 'actor'>,
): Promise<SessionUser> {
  // Whoever waits for a seat asks four times a second.
  const record = actor && (await (actor.hasLicense ? users.get(actor.user) : lines.recordOf(actor)));
  if (!actor || !record) return nobody;
  const isCookieLogin = actor.method === 'password' || actor.method === 'info';
  return {
    user: actor.user,
    isSuperAdmin: actor.isSuperAdmin,
    blockAdminPage: actor.blockAdminPage,
    hasLicense: actor.hasLicense,
    canChangeEmail: record.canChangeEmail && record.adUser === null && passwordOfEmail(record.email) === undefined,
    isCookieLogin,
    recentReports: [...record.recentReports],
    ssoLogoutUrl:
      isCookieLogin || actor.sessionHash === null ? '' : ((await sso?.logoutUrlOf(actor.sessionHash)) ?? ''),
  };
}
