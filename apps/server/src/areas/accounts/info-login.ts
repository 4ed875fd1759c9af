import type { infoLogin as call } from '@sheetwire/contract/accounts';
import type { Output, Parsed } from '@sheetwire/contract/call';
import { setCookieHeader } from '#http/cookie.ts';
import type { Request } from '#http/route.ts';
import { signInByInfo } from '#identity/sign-in/sign-in.ts';
import { type LoginDeps, signInFrom } from './login.ts';

/** Signs in by stored login info; a refused one answers an empty info, which the page then forgets (interfaces 9). */
export async function infoLogin(
  deps: LoginDeps,
  { userinfo }: Parsed<typeof call>,
  request: Request,
): Promise<Output<typeof call>> {
  const signedIn = await signInByInfo(deps, userinfo, signInFrom(request));
  if (signedIn === undefined) return { info: '' };
  request.answerHeader('Set-Cookie', setCookieHeader(deps.cookie, signedIn.sessionId));
  return { info: signedIn.info };
}
