import type { SettingKind } from '@sheetwire/contract/recoversettings';
import type { CommandName } from '../commands.ts';
import type { ChangedNames } from './stamps.ts';

const everybody: readonly SettingKind[] = ['permissions', 'users', 'usergroups'];
const rights: readonly SettingKind[] = ['permissions', 'usergroups'];

/** Which kinds of settings a command may change: each is kept before it runs (semantics 7). */
const changes: Partial<Record<CommandName, readonly SettingKind[]>> = {
  savePerms: ['permissions'],
  changePerms: ['permissions'],
  removePerms: ['permissions'],
  createUser: ['users'],
  updateUser: ['users'],
  editUser: ['users'],
  switchUser: ['users'],
  redeemEmailKey: ['users'],
  removeUser: everybody,
  saveGroup: ['usergroups'],
  createGroup: ['usergroups'],
  setGroupMembers: ['usergroups'],
  removeGroup: rights,
  dropGroup: rights,
  addIdentityLink: ['users'],
  writeDirectory: everybody,
  sawPerson: ['users'],
  saveSnapshotSetting: ['snapshots'],
};

/** What a reader looked at last is no setting: it changes all day long. */
export function kindsChangedBy(name: CommandName, args: unknown): readonly SettingKind[] {
  return name === 'updateUser' && isOnlyRecents(args) ? [] : (changes[name] ?? []);
}

/** By what a command names the one gropic, group or account that it changes; others may change any. */
const named: Partial<Record<CommandName, readonly string[]>> = {
  savePerms: ['perms', 'gropic'],
  changePerms: ['perms', 'gropic'],
  removePerms: ['gropic'],
  createUser: ['user', 'name'],
  updateUser: ['name'],
  editUser: ['name'],
  switchUser: ['name'],
  addIdentityLink: ['link', 'user'],
  saveGroup: ['name'],
  createGroup: ['name'],
  setGroupMembers: ['name'],
};

/** The gropic, group or account that a command changes, or '' where it may be any of the kind. */
export function namesChangedBy(command: CommandName, args: unknown): ChangedNames {
  const path = named[command];
  let found: unknown = path && args;
  for (const key of path ?? [])
    found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
  const name = typeof found === 'string' ? found : '';
  return Object.fromEntries(kindsChangedBy(command, args).map((kind) => [kind, [name]]));
}

const themselves: ReadonlySet<CommandName> = new Set<CommandName>([
  'redeemEmailKey',
  'removeUser',
  'removeGroup',
  'dropGroup',
  'writeDirectory',
  'sawPerson',
]);

/** Commands whose arguments do not say what they change: they count it themselves. */
export function countsItself(name: CommandName): boolean {
  return themselves.has(name);
}

const nothing: ReadonlySet<unknown> = new Set([false, 'gone', 'stale', 'taken', 'same']);

/** Not by what a command answers that refused: an answer that nobody knows here may have changed something. */
export function mayHaveChanged(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return !nothing.has(result);
  if ('state' in result) return result.state !== 'stale' && result.state !== 'unknown';
  return !('unknown' in result);
}

function isOnlyRecents(args: unknown): boolean {
  if (typeof args !== 'object' || args === null || !('change' in args)) return false;
  const { change } = args;
  return typeof change === 'object' && change !== null && Object.keys(change).every((key) => key === 'recentReports');
}
