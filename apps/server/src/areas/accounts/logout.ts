import type { logout as call } from '@sheetwire/contract/accounts';
import type { Output } from '@sheetwire/contract/call';
import { clearCookieHeader } from '#http/cookie.ts';
import type { Request } from '#http/route.ts';
import type { Seats } from '#identity/seats.ts';
import { signOut } from '#identity/sign-in.ts';
import type { LoginDeps } from './login.ts';

export interface LogoutDeps extends LoginDeps {
  readonly seats: Seats;
}

/** Ends the browser's session, its stored login and its seat; the user in the body is ignored (safety 2). */
export async function logout(deps: LogoutDeps, request: Request): Promise<Output<typeof call>> {
  await signOut(deps, request.sessionId);
  if (request.actor) deps.seats.release(request.actor.user);
  request.answerHeader('Set-Cookie', clearCookieHeader(deps.cookie));
  return {};
}
