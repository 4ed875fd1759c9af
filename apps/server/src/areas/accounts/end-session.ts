import type { endSession as call } from '@sheetwire/contract/accounts/own';
import type { Output, Parsed } from '@sheetwire/contract/call';
import { clearCookieHeader } from '#http/cookie.ts';
import type { KnownRequest } from '#http/route.ts';
import { endOwnLine, type OwnLinesDeps } from '#identity/sessions/own-lines.ts';
import { Refusal } from '#lib/refusal.ts';
import type { LoginDeps } from './login.ts';

/** Ends one of the caller's own sessions or add-in credentials, with its stored login and its streams. */
export async function endSession(
  deps: OwnLinesDeps & Pick<LoginDeps, 'cookie'>,
  { id }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const { actor, address } = request;
  const ended = await endOwnLine(deps, actor, { id, address });
  if (ended === undefined) throw new Refusal('not_found', { message: 'This session has already ended' });
  if (ended.lineHash === actor.lineHash) request.answerHeader('Set-Cookie', clearCookieHeader(deps.cookie));
  return {};
}
