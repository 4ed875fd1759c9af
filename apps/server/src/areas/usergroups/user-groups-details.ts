import type { Output, Parsed } from '@sheetwire/contract/call';
import type { userGroupsDetails as call } from '@sheetwire/contract/usergroups';
import type { NameLists } from '#principals/name-lists.ts';

/** The lists of Manage User Groups, each only when the client holds another one (spec 7, User groups). */
export async function userGroupsDetails(
  { names }: { readonly names: NameLists },
  { principalsId, userGroupsId, userEntities }: Parsed<typeof call>,
): Promise<Output<typeof call>> {
  const { principals, userGroups, entities } = await names.now();
  const principalsChanged = principalsId !== principals.id;
  const userGroupsChanged = userGroupsId !== userGroups.id;
  const userEntitiesChanged = userEntities.join() !== entities.join();
  const ofDirectory = userGroups.list.filter(({ isDirectory }) => isDirectory);
  return {
    principalsChanged,
    ...(principalsChanged && { principals: [...principals.list], principalsId: principals.id }),
    userGroupsChanged,
    ...(userGroupsChanged && {
      userGroups: userGroups.list.map(({ name }) => name),
      directoryGroups: ofDirectory.map(({ name }) => name),
      userGroupsId: userGroups.id,
    }),
    userEntitiesChanged,
    ...(userEntitiesChanged && { userEntities: [...entities] }),
  };
}
