import type { User } from '@sheetwire/rules/principal';
import type { CopyChoice, Entrance, Recovery, RecoveryRefusal } from '#ports/settings-backups.ts';
import type { Context } from '../access.ts';
import { readCopy } from './copies.ts';
import type { Door, Way } from './kind.ts';
import { kindOf } from './kinds.ts';

/** The way to a copy, and what it changes. */
export interface OpenWay {
  readonly way: Way;
  readonly recovery: Recovery;
}

/** The way to the chosen copy, or why it is not gone (semantics 7). */
export async function openWay(
  db: Context['db'],
  { kind, name, by, entrance }: CopyChoice,
): Promise<OpenWay | RecoveryRefusal> {
  const copy = await readCopy(db, kind, name);
  if (typeof copy === 'string') return copy;
  const way = await kindOf(kind).wayTo(db, copy, by);
  if (way === undefined) return 'broken';
  const { doorOf } = way;
  if (doorOf === undefined) return { way, recovery: { ...way.recovery, adoptedBy: by } };
  const left = superAdmins(entrance).filter(({ user, adUser }) => letsIn(doorOf(user), adUser, entrance));
  const heir = left.find(({ user }) => user === by) ?? left[0];
  return heir === undefined ? 'locked-out' : { way, recovery: { ...way.recovery, adoptedBy: heir.user } };
}

function superAdmins({ names, associated }: Entrance): { readonly user: User; readonly adUser: string | undefined }[] {
  return [...names.map((user) => ({ user, adUser: undefined })), ...associated];
}

/** True when this account is there, not disabled, still the same person's, and can be signed in to. */
function letsIn(door: Door | undefined, adUser: string | undefined, entrance: Entrance): boolean {
  if (door === undefined || door.isDisabled) return false;
  if (adUser !== undefined && door.adUser !== adUser) return false;
  return door.hasPassword || entrance.singleSignOn || (entrance.windows && door.adUser !== null);
}
