import type { SettingKind } from '@sheetwire/contract/recoversettings';
import type { KindChange, LostRight, Recovery, RecoveryRefusal } from '#ports/settings-backups.ts';
import type { Chosen } from './recover-deps.ts';

const nouns: Record<SettingKind, readonly [one: string, many: string]> = {
  permissions: ['report permission', 'report permissions'],
  users: ['user', 'users'],
  usergroups: ['user group', 'user groups'],
  snapshots: ['snapshot configuration', 'snapshot configurations'],
};

/** What a recovery did, in one line (semantics 7). */
export function summaryOf({ settingsDate }: Chosen, recovery: Recovery): string {
  const others = recovery.also.map((change) => `${counted(change)}: ${countsOf(change)}`);
  const own = `Recovered ${counted(recovery)} from ${placeOf(settingsDate)}: ${countsOf(recovery)}`;
  return [own, ...others, ...remarksOn(recovery)].join('; ');
}

/** Why a recovery is refused, and what to do instead. */
export function refusalOf(
  { settingsDate }: Chosen,
  { refused, kind }: { readonly refused: RecoveryRefusal; readonly kind: SettingKind },
): string {
  const copy = `backup of ${nouns[kind][1]} from ${placeOf(settingsDate)}`;
  switch (refused) {
    case 'missing':
      return `No ${copy}; choose one of the dates shown`;
    case 'broken':
      return `The ${copy} is damaged, so nothing was changed; choose another date`;
    case 'locked-out':
      return `After recovering the ${copy}, no super administrator could log in, so nothing was changed; choose another date`;
  }
}

function counted({ kind, total }: KindChange): string {
  return `${total} ${nouns[kind][total === 1 ? 0 : 1]}`;
}

function countsOf({ added, removed, changed }: KindChange): string {
  return `${added.length} added, ${removed.length} removed, ${changed.length} changed`;
}

function remarksOn({ kind, also, leftOut, lost, adopted, adoptedBy }: Recovery): string[] {
  const remarks: string[] = [];
  const left = [...new Set([...leftOut, ...also.flatMap((change) => change.leftOut)])];
  if (lost.length > 0)
    remarks.push(`removed with their ${goersOf([kind, ...also.map((one) => one.kind)])}: ${lostWords(lost)}`);
  if (left.length > 0) remarks.push(`left out ${listed(left)}: deleted, recreated since, or managed in the directory`);
  if (adopted.length > 0) remarks.push(`${adoptedBy} now administers ${listed(adopted)}, which had no admin left`);
  return remarks;
}

function goersOf(kinds: readonly SettingKind[]): string {
  return (['users', 'usergroups'] as const)
    .filter((kind) => kinds.includes(kind))
    .map((kind) => nouns[kind][1])
    .join(' and ');
}

/** `2 rights (ACME/DESK in ACME/RATES, ACME/DESK in ACME/FX) and 1 membership (ACME/DESK in ACME/ALL)`. */
function lostWords(lost: readonly LostRight[]): string {
  const isMembership = ({ rights }: LostRight) => rights.includes('member');
  const parts = [
    partWords(
      lost.filter((one) => !isMembership(one)),
      ['the rights in', 'report or group', 'reports and groups'],
    ),
    partWords(lost.filter(isMembership), ['the membership in', 'user group', 'user groups']),
  ];
  return parts.filter((part) => part !== '').join(' and ');
}

function partWords(lost: readonly LostRight[], [what, one, many]: readonly [string, string, string]): string {
  const places = new Set(lost.map(({ of }) => of)).size;
  if (places === 0) return '';
  const names = listed(lost.map(({ of, principal }) => `${principal} in ${of}`));
  return `${what} ${places} ${places === 1 ? one : many} (${names})`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).join(', ');
  return names.length > SHOWN ? `${shown} and ${names.length - SHOWN} more` : shown;
}

function placeOf(settingsDate: string): string {
  return settingsDate.includes('T') ? `before the recovery at ${settingsDate}` : settingsDate;
}

const SHOWN = 3;
