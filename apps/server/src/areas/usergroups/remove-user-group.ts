import type { Output, Parsed } from '@sheetwire/contract/call';
import type { removeUserGroup as call } from '@sheetwire/contract/usergroups';
import type { KnownRequest } from '#http/route.ts';
import { groupOfDirectory, noSuchGroup, noteOf, type UserGroupsDeps } from './user-groups-deps.ts';

/** Removes a user group with its rights, which come back to no group of that name (safety 3). */
export async function removeUserGroup(
  deps: UserGroupsDeps,
  { group }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const found = await deps.stores.groups.get(group);
  if (found === undefined) return { message: noSuchGroup };
  if (found.isDirectory) return { message: groupOfDirectory };
  const note = noteOf(deps, request, { action: 'user group removed', object: group, before: found.members });
  const outcome = await deps.stores.groups.remove(group, note);
  if (outcome === 'gone') return { message: noSuchGroup };
  if (outcome !== 'done') {
    return {
      message: `${group} is the only admin of ${outcome.onlyAdminOf.join(', ')}; add another admin there first`,
    };
  }
  await deps.groupGone();
  return {};
}
