import type { login as call } from '@sheetwire/contract/accounts';
import type { Output, Parsed } from '@sheetwire/contract/call';
import { type SessionCookie, setCookieHeader } from '#http/cookie.ts';
import type { Request } from '#http/route.ts';
import { type SignInDeps, type SignInFrom, signInByPassword } from '#identity/sign-in/sign-in.ts';

/** The same words whichever of the two is wrong (quality, Security). */
const wrong = 'Incorrect username or password';

export interface LoginDeps extends SignInDeps {
  readonly cookie: SessionCookie;
}

/** Signs in by user name or email and password (spec 7). */
export async function login(
  deps: LoginDeps,
  input: Parsed<typeof call>,
  request: Request,
): Promise<Output<typeof call>> {
  const signedIn = await signInByPassword(deps, input, signInFrom(request));
  if (signedIn === undefined) return { message: wrong, info: '' };
  request.answerHeader('Set-Cookie', setCookieHeader(deps.cookie, signedIn.sessionId));
  return { message: '', info: signedIn.info };
}

/** Where a sign-in comes from. */
export function signInFrom(request: Request): SignInFrom {
  return { address: request.address, agent: request.header('user-agent') ?? '', sessionId: request.sessionId };
}
