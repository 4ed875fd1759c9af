import type { SessionUser } from '@sheetwire/contract/accounts';
import type { PaletteAction } from './actions.ts';

export interface PlaceDeps {
  readonly user: SessionUser;
  readonly goTo: (place: PortalPage) => void;
  readonly logOut: () => void;
}

/** The pages of the portal that the palette leads to. */
export type PortalPage =
  | '/'
  | '/admin'
  | '/admin/users'
  | '/admin/usergroups'
  | '/admin/recoversettings'
  | '/admin/audit'
  | '/admin/server'
  | '/publishing'
  | '/help'
  | '/account';

type Row = readonly [text: string, place: PortalPage, icon: PaletteAction['icon'], also?: string];

/** The pages and the actions that every page has, as far as the user may use them (spec 6). */
export function placeActions({ user, goTo, logOut }: PlaceDeps): readonly PaletteAction[] {
  const admin: readonly Row[] = [['Admin', '/admin', 'wrench', 'rights viewers publishers admins snapshot']];
  const superAdmin: readonly Row[] = [
    ['Manage Users', '/admin/users', 'person', 'add user'],
    ['Manage User Groups', '/admin/usergroups', 'people', 'create group members'],
    ['Recover Settings', '/admin/recoversettings', 'history', 'backup restore undo'],
    ['Audit Log', '/admin/audit', 'eye'],
    ['Server', '/admin/server', 'live', 'health figures metrics memory'],
  ];
  const rows: readonly Row[] = [
    ['Home', '/', 'home'],
    ...(user.blockAdminPage ? [] : admin),
    ...(user.isSuperAdmin ? superAdmin : []),
    ['Publishing', '/publishing', 'live', 'publish workbook upload file versions refused'],
    ['Help', '/help', 'help'],
    ['Account', '/account', 'person', 'sessions recent topics email'],
    ['Generate Token', '/account', 'key', 'add-in authentication'],
  ];
  const places = rows.map(
    ([text, place, icon, also = '']): PaletteAction => ({
      ...{ id: `place:${text}`, text, icon, also: `${also} go to page`, run: () => goTo(place) },
      ...(text === 'Generate Token' ? { note: 'Account' } : {}),
    }),
  );
  const mayLogOut = user.isCookieLogin || user.ssoLogoutUrl !== '';
  const leave: PaletteAction = {
    id: 'logout',
    text: 'Logout',
    icon: 'exit',
    yes: 'Logout',
    also: 'sign out',
    run: logOut,
  };
  return [...places, ...(mayLogOut ? [leave] : [])];
}
