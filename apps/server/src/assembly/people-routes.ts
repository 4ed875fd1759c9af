import type { User } from '@sheetwire/rules/principal';
import { userGroupsRoutes } from '#areas/usergroups/routes.ts';
import { usersRoutes } from '#areas/users/routes.ts';
import type { App, AppDeps } from '#assembly/app-deps.ts';
import type { Route } from '#http/route.ts';
import type { SignInModes } from '#identity/sign-in/sign-in-modes.ts';
import { NameLists } from '#principals/name-lists.ts';
import { PeopleNews } from '#principals/people-news.ts';
import { settingsRecoveryRoutes } from './settings-recovery.ts';

/** The calls of Manage Users, Manage User Groups and Recover Settings, on lists that they share, and the audit log. */
export function peopleRoutes(
  { bus, settings }: Pick<AppDeps, 'bus' | 'settings'>,
  made: Pick<App, 'identity' | 'mailing' | 'reporting' | 'snapshots'> & { readonly modes: SignInModes },
): Route[] {
  const { identity, mailing, reporting, modes, snapshots } = made;
  const names = new NameLists(identity);
  const tellAdmins = (list: string) => reporting.tellAdmins(list);
  const news = new PeopleNews({ names, bus, tellAdmins, tellRights: () => reporting.tellRights() });
  identity.lines.onUserChanged(() => names.changed());
  const people = { ...identity, names };
  const accountChanged = (user: User) =>
    news.changed('users', () => {
      // The other nodes read the accounts again at this word.
      identity.lines.changedUser(user);
      return reporting.accountsChanged(user);
    });
  // Which lists and groups named who went is known in the store alone.
  const noted = () => reporting.tellNotedRights();
  return [
    ...usersRoutes({ ...people, ...mailing, accountChanged, userGone: () => news.changed('users', noted) }),
    ...userGroupsRoutes({
      ...people,
      groupChanged: (group) => news.changed('usergroups', () => reporting.tellGroup(group)),
      groupGone: () => news.changed('usergroups', noted),
    }),
    ...settingsRecoveryRoutes({ identity, settings, modes, news, reporting, planSnapshots: () => snapshots.wake() }),
  ];
}
