import type { Output, Parsed } from '@sheetwire/contract/call';
import type { usersDetails as call } from '@sheetwire/contract/users';
import type { NameLists } from '#principals/name-lists.ts';

/** The lists of Manage Users, each only when the client holds another one (spec 7, Users). */
export async function usersDetails(
  { names }: { readonly names: NameLists },
  { usersId, adUsersId, userEntities }: Parsed<typeof call>,
): Promise<Output<typeof call>> {
  const { users, adUsers, entities } = await names.now();
  const usersChanged = usersId !== users.id;
  const adUsersChanged = adUsersId !== adUsers.id;
  const userEntitiesChanged = userEntities.join() !== entities.join();
  return {
    usersChanged,
    ...(usersChanged && { users: [...users.list], usersId: users.id }),
    adUsersChanged,
    ...(adUsersChanged && { adUsers: [...adUsers.list], adUsersId: adUsers.id }),
    userEntitiesChanged,
    ...(userEntitiesChanged && { userEntities: [...entities] }),
  };
}
