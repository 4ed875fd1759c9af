import type { Output } from '@sheetwire/contract/call';
import {
  type previewRecovery,
  type SettingKind,
  settingKinds,
  type settingsDates,
} from '@sheetwire/contract/recoversettings';

export type KnownDates = Output<typeof settingsDates>;
export type Preview = Output<typeof previewRecovery>;

/** What is to be recovered: a kind and a date, or the time of an undo point. */
export interface Choice {
  readonly settings: SettingKind | undefined;
  readonly settingsDate: string | undefined;
}

/** The kinds in the words of spec 9. */
export const kindWords: Readonly<Record<SettingKind, string>> = {
  permissions: 'Report Permissions',
  users: 'Users',
  usergroups: 'User Groups',
  snapshots: 'Snapshot Configurations',
};

/** The dates of a kind, none while no kind is chosen. */
export function datesOf(known: KnownDates, settings: SettingKind | undefined): readonly string[] {
  return settings === undefined ? [] : (known[settings] ?? []);
}

/** Why Recover cannot be pressed: it takes a kind and a date that is among that kind's (spec 5, Recover). */
export function recoverRefusal(known: KnownDates, { settings, settingsDate }: Choice): string | undefined {
  if (settings === undefined) return hasBackups(known) ? 'Choose settings and a highlighted date' : 'No backups yet';
  if (settingsDate === undefined) {
    return datesOf(known, settings).length > 0 ? 'Choose a highlighted date' : 'No backups of these settings yet';
  }
  return isAvailable(known, settings, settingsDate) ? undefined : `No backup on ${settingsDate}`;
}

function hasBackups(known: KnownDates): boolean {
  return settingKinds.some((kind) => datesOf(known, kind).length > 0) || (known.undoPoints ?? []).length > 0;
}

function isAvailable(known: KnownDates, settings: SettingKind, settingsDate: string): boolean {
  if (datesOf(known, settings).includes(settingsDate)) return true;
  return (known.undoPoints ?? []).some((point) => point.settings === settings && point.time === settingsDate);
}

/** True for the time of an undo point. */
export function isUndoPoint(settingsDate: string): boolean {
  return settingsDate.includes('T');
}

/** How many there are, in words. */
export function dateCount(dates: readonly string[] | undefined): string {
  const count = dates?.length ?? 0;
  if (count === 0) return 'no dates';
  return count === 1 ? '1 date' : `${count} dates`;
}

/** The parts of a preview that name something, in the order in which they matter. */
export function previewParts(
  preview: Preview,
): { readonly title: string; readonly count: number; readonly names: readonly string[] }[] {
  const { added, removed, changed, leftOut, signedOut } = preview;
  const parts = [
    { title: 'Added', ...added },
    { title: 'Removed', ...removed },
    { title: 'Changed', ...changed },
    { title: 'Not recovered', ...leftOut },
    { title: 'Logged out', ...signedOut },
  ];
  return parts.flatMap(({ title, count = 0, names = [] }) => (count > 0 ? [{ title, count, names }] : []));
}
