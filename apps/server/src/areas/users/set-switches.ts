import type { Output, Parsed } from '@sheetwire/contract/call';
import type { setSwitches as call } from '@sheetwire/contract/users';
import type { KnownRequest } from '#http/route.ts';
import type { Switches } from '#ports/users.ts';
import { noSuchUser, noteOf, type UsersDeps } from './users-deps.ts';

const ownBlock = 'You cannot unblock your own Admin page; ask another super administrator or the server operator';

/** Sets what a user may do beside reports (interfaces 1); it counts at once on every node, and is told to who looks at the user. */
export async function setSwitches(
  deps: UsersDeps,
  { user, ...asked }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const isOwnRelease = user === request.actor.user && asked.blockAdminPage === false;
  if (isOwnRelease && (await deps.stores.users.get(user))?.blockAdminPage) return { message: ownBlock };
  const note = noteOf(deps, request, { action: 'user switches set', object: user });
  const { blockAdminPage, ...others } = asked;
  // Of the own account it stands so already, or is being set by somebody else at this moment.
  const switches = isOwnRelease ? given(others) : given({ ...others, blockAdminPage });
  const outcome = await deps.stores.users.setSwitches(user, switches, note);
  if (outcome === 'gone') return { message: noSuchUser };
  if (outcome === 'done') await deps.accountChanged(user);
  return {};
}

/** One that is left out stays as it is. */
function given({ blockAdminPage, canChangeEmail, deepLog }: Omit<Parsed<typeof call>, 'user'>): Switches {
  return {
    ...(blockAdminPage !== undefined && { blockAdminPage }),
    ...(canChangeEmail !== undefined && { canChangeEmail }),
    ...(deepLog !== undefined && { deepLog }),
  };
}
