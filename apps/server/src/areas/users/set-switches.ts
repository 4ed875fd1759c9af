import type { Output, Parsed } from '@sheetwire/contract/call';
import type { setSwitches as call } from '@sheetwire/contract/users';
import type { KnownRequest } from '#http/route.ts';
import type { Switches } from '#ports/users.ts';
import { noSuchUser, noteOf, type UsersDeps } from './users-deps.ts';

/** Sets what a user may do beside reports (interfaces 1); it counts at once on every node. */
export async function setSwitches(
  deps: UsersDeps,
  { user, ...asked }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const note = noteOf(deps, request, { action: 'user switches set', object: user });
  const outcome = await deps.stores.users.setSwitches(user, given(asked), note);
  if (outcome === 'gone') return { message: noSuchUser };
  if (outcome === 'done') deps.lines.changedUser(user);
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
