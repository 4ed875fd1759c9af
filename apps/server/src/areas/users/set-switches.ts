import type { Output, Parsed } from '@sheetwire/contract/call';
import type { setSwitches as call } from '@sheetwire/contract/users';
import type { KnownRequest } from '#http/route.ts';
import { noSuchUser, noteOf, type UsersDeps } from './users-deps.ts';

/** Sets what a user may do beside reports (interfaces 1); it counts at once on every node. */
export async function setSwitches(
  deps: UsersDeps,
  { user, ...switches }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const { users, audit } = deps.stores;
  const given = Object.entries(switches).filter(([, value]) => value !== undefined);
  const found = await users.get(user);
  if (found === undefined) return { message: noSuchUser };
  const { blockAdminPage, canChangeEmail, deepLog } = found;
  const present = new Map(Object.entries({ blockAdminPage, canChangeEmail, deepLog }));
  const changed = given.filter(([name, value]) => present.get(name) !== value);
  if (changed.length === 0) return {};
  const after = Object.fromEntries(changed);
  const before = Object.fromEntries(changed.map(([name]) => [name, present.get(name)]));
  if (!(await users.update(user, after))) return { message: noSuchUser };
  deps.lines.changedUser(user);
  await audit.add(noteOf(deps, request, { action: 'user switches set', object: user, before, after }));
  return {};
}
