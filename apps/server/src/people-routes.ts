import { userGroupsRoutes } from '#areas/usergroups/routes.ts';
import { usersRoutes } from '#areas/users/routes.ts';
import type { Route } from '#http/route.ts';
import { NameLists } from '#principals/name-lists.ts';
import { PeopleNews } from '#principals/people-news.ts';
import type { App, AppDeps } from './app.ts';

/** The calls of Manage Users and Manage User Groups, on lists that they share. */
export function peopleRoutes(
  { bus }: Pick<AppDeps, 'bus'>,
  { identity, mailing, reporting }: Pick<App, 'identity' | 'mailing' | 'reporting'>,
): Route[] {
  const names = new NameLists(identity);
  const tellAdmins = (list: string) => reporting.tellAdmins(list);
  const news = new PeopleNews({ names, bus, tellAdmins, tellRights: () => reporting.tellRights() });
  const people = { ...identity, names };
  return [
    ...usersRoutes({ ...people, ...mailing, usersChanged: () => news.changed('users') }),
    ...userGroupsRoutes({ ...people, userGroupsChanged: () => news.changed('usergroups') }),
  ];
}
