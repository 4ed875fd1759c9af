import { nobody, type SessionUser } from '@sheetwire/contract/accounts';
import { clearCookieHeader, setCookieHeader } from '#http/cookie.ts';
import type { Request } from '#http/route.ts';
import type { SignInModes } from '#identity/sign-in/sign-in-modes.ts';
import { setNoWindowsHeader } from '#identity/windows/no-windows-cookie.ts';
import { Refusal } from '#lib/refusal.ts';
import type { UserStore } from '#ports/users.ts';
import type { LoginDeps } from './login.ts';
import { sessionUser } from './session-user.ts';

export interface UsernameDeps extends LoginDeps, SignInModes {
  readonly users: UserStore;
}

/** The session user; nobody signed in where Windows sign-in is offered meets the one challenge (interfaces 9). */
export async function username(deps: UsernameDeps, request: Request): Promise<SessionUser> {
  const { windows, cookie } = deps;
  if (!windows?.isDue(request)) return sessionUser(deps, request);
  const came = await windows.signIn(request);
  switch (came.outcome) {
    case 'challenge':
      request.answerHeader('WWW-Authenticate', 'Negotiate');
      throw new Refusal('not_signed_in');
    case 'refused':
      request.answerHeader('Set-Cookie', setNoWindowsHeader(cookie));
      if (request.sessionId !== undefined) request.answerHeader('Set-Cookie', clearCookieHeader(cookie));
      return nobody;
    case 'signed-in': {
      if (came.answerToken !== undefined) request.answerHeader('WWW-Authenticate', `Negotiate ${came.answerToken}`);
      request.answerHeader('Set-Cookie', setCookieHeader(cookie, came.sessionId));
      return sessionUser(deps, { actor: await deps.lines.session(came.sessionId) });
    }
  }
}
