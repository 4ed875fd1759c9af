import type { SettingKind } from '@sheetwire/contract/recoversettings';
import type { Kind } from './kind.ts';
import { permissions } from './kinds/permissions.ts';
import { snapshots } from './kinds/snapshots.ts';
import { userGroups } from './kinds/user-groups.ts';
import { users } from './kinds/users.ts';

const kinds: Record<SettingKind, Kind> = { permissions, users, usergroups: userGroups, snapshots };

/** The kind of a name. */
export function kindOf(kind: SettingKind): Kind {
  return kinds[kind];
}
