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

/** What a recovery replaced, all of one time: together it is the way back. */
export interface UndoPoint {
  readonly time: string;
  readonly settings: readonly [SettingKind, ...SettingKind[]];
}

/** Who there is comes before what names them. */
const order: readonly SettingKind[] = ['users', 'usergroups', 'permissions', 'snapshots'];

/** Earlier recoveries, the newest first. */
export function undoPoints(known: KnownDates): UndoPoint[] {
  const times = Map.groupBy(known.undoPoints ?? [], ({ time }) => time);
  return [...times].flatMap(([time, points]) => {
    const [first, ...others] = order.filter((kind) => points.some(({ settings }) => settings === kind));
    return first === undefined ? [] : [{ time, settings: [first, ...others] as const }];
  });
}

/** Kinds that can be taken along, and those that are. */
export function alongside({ offered = [], also = [] }: Preview): readonly SettingKind[] {
  return order.filter((kind) => offered.includes(kind) || also.some(({ settings }) => settings === kind));
}

/** `A`, `A and B`, `A, B and C`. */
export function inWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

interface Part {
  readonly title: string;
  readonly count: number;
  readonly names: readonly string[];
  /** Shown without being asked for. */
  readonly isOpen: boolean;
}

/** The parts of a preview that name something, in the order in which they matter. */
export function previewParts(preview: Preview): Part[] {
  const { also = [], signedOut } = preview;
  const parts = [
    lostPart(preview),
    ...changeParts(preview),
    ...also.flatMap(({ settings, ...change }) => changeParts(change, `${kindWords[settings]}: `)),
    { title: 'Logged out', ...signedOut },
  ];
  return parts.flatMap(({ title, count = 0, names = [], isOpen = false }: Partial<Part> & Pick<Part, 'title'>) =>
    count > 0 ? [{ title, count, names, isOpen }] : [],
  );
}

function changeParts(
  { added, removed, changed, leftOut }: Pick<Preview, 'added' | 'removed' | 'changed' | 'leftOut'>,
  of = '',
) {
  return [
    { title: `${of}Added`, ...added },
    { title: `${of}Removed`, ...removed },
    { title: `${of}Changed`, ...changed },
    { title: `${of}Not recovered`, ...leftOut },
  ];
}

type LostRight = NonNullable<Preview['lost']>['rights'][number];

const rightWords: Readonly<Record<LostRight['rights'][number], string>> = {
  viewers: 'viewer',
  interactors: 'can interact',
  publishers: 'publisher',
  admins: 'admin',
  member: 'member',
};

/** What goes with users and groups that go: each right by name. */
function lostPart({ lost }: Preview): Part {
  const { count = 0, rights = [] } = lost ?? {};
  const names = rights.map(({ of, principal, rights: held }) => {
    return `${principal} in ${of}: ${held.map((right) => rightWords[right]).join(', ')}`;
  });
  return { title: 'Rights and memberships lost', count, names, isOpen: true };
}

/** Said before anything is asked: a recovery of one kind that takes from others; undefined when it does not. */
export function lostWarning({ lost, removed }: Preview): string | undefined {
  if (lost === undefined || lost.count === 0) return undefined;
  const who = removed?.count === 1 ? `${removed.names[0]} is removed and loses its` : 'The removed names lose their';
  return `${who} rights and memberships, listed below. Undoing the recovery brings both back.`;
}
