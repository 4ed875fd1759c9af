import type { Output } from '@sheetwire/contract/call';
import type { settingsDates as call, SettingKind } from '@sheetwire/contract/recoversettings';
import type { RecoverDeps } from './recover-deps.ts';

/** The dates of each kind that can be recovered, and what a recovery replaced (spec 7, Recover). */
export async function settingsDates({ stores }: RecoverDeps): Promise<Output<typeof call>> {
  const copies = await stores.settingsBackups.copies();
  const datesOf = (kind: SettingKind) =>
    copies.filter((copy) => copy.kind === kind && !copy.isUndo).map(({ name }) => name);
  return {
    permissions: datesOf('permissions'),
    users: datesOf('users'),
    usergroups: datesOf('usergroups'),
    snapshots: datesOf('snapshots'),
    undoPoints: copies.filter(({ isUndo }) => isUndo).map(({ kind, name }) => ({ settings: kind, time: name })),
  };
}
