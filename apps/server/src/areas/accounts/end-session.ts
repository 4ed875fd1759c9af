import type { endSession as call } from '@sheetwire/contract/accounts';
import type { Output, Parsed } from '@sheetwire/contract/call';
import { clearCookieHeader } from '#http/cookie.ts';
import type { KnownRequest } from '#http/route.ts';
import { endOwnLine, type OwnLinesDeps } from '#identity/sessions/own-lines.ts';
import { noteSignIn } from '#identity/sign-in/sign-in.ts';
import { Refusal } from '#lib/refusal.ts';
import { type LoginDeps, signInFrom } from './login.ts';

/** Ends one of the caller's own sessions or add-in credentials, with its stored login and its streams. */
export async function endSession(
  deps: OwnLinesDeps & Pick<LoginDeps, 'cookie'>,
  { id }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const { user, lineHash } = request.actor;
  const ended = await endOwnLine(deps, request.actor, id);
  if (ended === undefined) throw new Refusal('not_found', { message: 'That session has ended already' });
  const action = ended.kind === 'browser' ? 'session ended' : 'credential ended';
  await noteSignIn(deps, { actor: user, action, object: ended.id }, signInFrom(request));
  if (ended.lineHash === lineHash) request.answerHeader('Set-Cookie', clearCookieHeader(deps.cookie));
  return {};
}
