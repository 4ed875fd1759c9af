import type { Output, Parsed } from '@sheetwire/contract/call';
import type { getUserGroup as call } from '@sheetwire/contract/usergroups';
import { contentId } from '#principals/name-lists.ts';
import { noSuchGroup, type UserGroupsDeps } from './user-groups-deps.ts';

/** A group with its direct members (spec 7, User groups). */
export async function getUserGroup(
  { stores }: Pick<UserGroupsDeps, 'stores'>,
  { group }: Parsed<typeof call>,
): Promise<Output<typeof call>> {
  const found = await stores.groups.get(group);
  if (found === undefined) return { message: noSuchGroup };
  const { members, isDirectory } = found;
  return { group, members: [...members], groupId: contentId(members), isDirectory };
}
