import type { logout as call } from '@sheetwire/contract/accounts';
import type { Output } from '@sheetwire/contract/call';
import { clearCookieHeader } from '#http/cookie.ts';
import type { Request } from '#http/route.ts';
import { signOut } from '#identity/sign-in/sign-in.ts';
import type { SignInModes } from '#identity/sign-in/sign-in-modes.ts';
import { setNoWindowsHeader } from '#identity/windows/no-windows-cookie.ts';
import { type LoginDeps, signInFrom } from './login.ts';

/** Ends the browser's session, its stored login and its seat; the user in the body is ignored (safety 2). */
export async function logout(
  deps: LoginDeps & Pick<SignInModes, 'sso' | 'windows'>,
  request: Request,
): Promise<Output<typeof call>> {
  const ticket = request.sessionId === undefined ? undefined : await deps.sso?.beginLogout(request.sessionId);
  if (ticket !== undefined) request.answerHeader('Set-Cookie', ticket);
  await signOut(deps, signInFrom(request));
  request.answerHeader('Set-Cookie', clearCookieHeader(deps.cookie));
  // Else the Windows account would be signed in again before anybody can type another name.
  if (deps.windows && request.actor) request.answerHeader('Set-Cookie', setNoWindowsHeader(deps.cookie));
  return {};
}
