import type { Output, Parsed } from '@sheetwire/contract/call';
import type { removeUser as call } from '@sheetwire/contract/users';
import type { KnownRequest } from '#http/route.ts';
import { noSuchUser, noteOf, ownerOf, type UsersDeps } from './users-deps.ts';

/** Ends a user with all that is theirs: rights too, which come back to nobody of that name (safety 3). */
export async function removeUser(
  deps: UsersDeps,
  { user }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  if (deps.isSuperAdmin(user)) return { message: 'A super administrator cannot be deleted' };
  const { users } = deps.stores;
  const found = await users.get(user);
  if (found === undefined) return { message: noSuchUser };
  const note = noteOf(deps, request, { action: 'user removed', object: user, before: ownerOf(found) });
  const outcome = await users.remove(user, note);
  if (outcome === 'gone') return { message: noSuchUser };
  if (outcome !== 'done') {
    return { message: `${user} is the only admin of ${outcome.onlyAdminOf.join(', ')}; add another admin there first` };
  }
  deps.lines.changedUser(user);
  await deps.lines.endUser(user, 'everything');
  await deps.userGone();
  return {};
}
