import type { Caller } from '@sheetwire/client/caller';
import { getUsers } from '@sheetwire/contract/admin';
import { isUser, parsePrincipal } from '@sheetwire/rules/principal';

/** Every single user of a group or of its member, through however many groups (spec 7, getusers). */
export async function allMembers(
  call: Caller,
  { group, member }: { readonly group: string; readonly member: string },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const principal = parsePrincipal(member || group);
  if (principal !== undefined && isUser(principal)) return [principal];
  const question = { principal: member || group, principalGroups: [], gropic: group };
  const { allUsersByGroup = {} } = await call(getUsers, question, { signal });
  return [...new Set(Object.values(allUsersByGroup).flat())].sort();
}
