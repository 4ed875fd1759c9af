import type { endSessions as call } from '@sheetwire/contract/accounts/own';
import type { Output } from '@sheetwire/contract/call';
import { clearCookieHeader } from '#http/cookie.ts';
import type { KnownRequest } from '#http/route.ts';
import { signInNote } from '#identity/sign-in/sign-in.ts';
import type { LoginDeps } from './login.ts';

/** Signs the caller out everywhere: sessions, stored logins and add-in credentials end, API keys stay. */
export async function endSessions(deps: LoginDeps, request: KnownRequest): Promise<Output<typeof call>> {
  const { user } = request.actor;
  const note = signInNote(deps, { actor: user, action: 'logged out everywhere', object: user }, request);
  await deps.lines.endUser(user, 'sessions', note);
  request.answerHeader('Set-Cookie', clearCookieHeader(deps.cookie));
  return {};
}
