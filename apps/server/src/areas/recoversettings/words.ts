import type { SettingKind } from '@sheetwire/contract/recoversettings';
import type { Recovery, RecoveryRefusal } from '#ports/settings-backups.ts';
import type { Chosen } from './recover-deps.ts';

const nouns: Record<SettingKind, readonly [one: string, many: string]> = {
  permissions: ['report permission', 'report permissions'],
  users: ['user', 'users'],
  usergroups: ['user group', 'user groups'],
  snapshots: ['snapshot configuration', 'snapshot configurations'],
};

/** What a recovery did, in one line (semantics 7). */
export function summaryOf({ settings, settingsDate }: Chosen, recovery: Recovery): string {
  const { total, added, removed, changed } = recovery;
  const noun = nouns[settings][total === 1 ? 0 : 1];
  const counts = `${added.length} added, ${removed.length} removed, ${changed.length} changed`;
  return [`Recovered ${total} ${noun} from ${placeOf(settingsDate)}: ${counts}`, ...remarksOn(recovery)].join('; ');
}

/** Why a recovery is refused, and what to do instead. */
export function refusalOf({ settings, settingsDate }: Chosen, refusal: RecoveryRefusal): string {
  const copy = `backup of ${nouns[settings][1]} from ${placeOf(settingsDate)}`;
  switch (refusal) {
    case 'missing':
      return `No ${copy}; choose one of the dates shown`;
    case 'broken':
      return `The ${copy} is damaged, so nothing was changed; choose another date`;
    case 'locked-out':
      return `After recovering the ${copy}, no super administrator could log in, so nothing was changed; choose another date`;
  }
}

function remarksOn({ leftOut, adopted, adoptedBy }: Recovery): string[] {
  const remarks: string[] = [];
  if (leftOut.length > 0)
    remarks.push(`left out ${listed(leftOut)}: deleted, recreated since, or managed in the directory`);
  if (adopted.length > 0) remarks.push(`${adoptedBy} now administers ${listed(adopted)}, which had no admin left`);
  return remarks;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).join(', ');
  return names.length > SHOWN ? `${shown} and ${names.length - SHOWN} more` : shown;
}

function placeOf(settingsDate: string): string {
  return settingsDate.includes('T') ? `before the recovery at ${settingsDate}` : settingsDate;
}

const SHOWN = 3;
