import type { Output, Parsed } from '@sheetwire/contract/call';
import type { endUserSessions as call } from '@sheetwire/contract/users';
import type { KnownRequest } from '#http/route.ts';
import { noSuchUser, noteOf, refused, type UsersDeps } from './users-deps.ts';

/** For an account that somebody else may be using: API keys, which run publishers, stay. */
export async function endUserSessions(
  deps: UsersDeps,
  { user }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  if ((await deps.stores.users.get(user)) === undefined) return refused(noSuchUser);
  const note = noteOf(deps, request, { action: 'user logged out everywhere', object: user });
  await deps.lines.endUser(user, 'sessions', note);
  return { success: true, message: `${user} is logged out everywhere` };
}
