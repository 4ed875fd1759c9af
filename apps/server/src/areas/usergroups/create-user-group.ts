import type { Output, Parsed } from '@sheetwire/contract/call';
import type { createUserGroup as call } from '@sheetwire/contract/usergroups';
import { entityOf } from '@sheetwire/rules/gropic';
import { type Group, shortName } from '@sheetwire/rules/principal';
import type { KnownRequest } from '#http/route.ts';
import { noteOf, type UserGroupsDeps } from './user-groups-deps.ts';

/** What `[ALL]` and `[IS_MID_EDIT]` are without their brackets, which names lose (safety 3). */
const reserved: ReadonlySet<string> = new Set(['ALL', 'IS_MID_EDIT']);

/** Makes an empty user group (spec 5, Create user group). */
export async function createUserGroup(
  deps: UserGroupsDeps,
  { group }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const fault = faultOf(deps, group);
  if (fault !== undefined) return { message: fault };
  const { groups } = deps.stores;
  const note = noteOf(deps, request, { action: 'user group added', object: group });
  if (!(await groups.create(group, note))) {
    const isDirectory = (await groups.get(group))?.isDirectory === true;
    return {
      message: isDirectory ? 'The directory has a group with this name' : 'A group with this name already exists',
    };
  }
  await deps.groupChanged(group);
  return {};
}

function faultOf({ entities }: UserGroupsDeps, group: Group): string | undefined {
  if (reserved.has(shortName(group))) return `The name ${shortName(group)} is reserved`;
  const isOutside = entities.length > 0 && !entities.includes(entityOf(group));
  return isOutside ? `Choose one of the entities ${entities.join(', ')}` : undefined;
}
