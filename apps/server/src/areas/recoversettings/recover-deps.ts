import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import type { SettingKind } from '@sheetwire/contract/recoversettings';
import type { User } from '@sheetwire/rules/principal';
import type { UserEnd } from '#ports/sessions.ts';
import type { CopyChoice, Entrance } from '#ports/settings-backups.ts';
import type { Stores } from '#ports/stores.ts';

export interface RecoverDeps {
  readonly stores: Pick<Stores, 'settingsBackups' | 'users'>;
  /** SHEETWIRE_SUPER_ADMINS. */
  readonly superAdmins: readonly User[];
  readonly isSuperAdmin: (user: User) => boolean;
  /** Ways in beside the password. */
  readonly waysIn: Pick<Entrance, 'windows' | 'singleSignOn'>;
  readonly lines: {
    endUser(user: User, what: UserEnd): Promise<void>;
    changedUser(user: User): void;
  };
  /** Settings of a kind were replaced: whoever lists or obeys them on any node follows. */
  readonly settingsChanged: (kind: SettingKind) => Promise<void>;
}

/** A choice as its page sends it. */
export interface Chosen {
  readonly settings: SettingKind;
  readonly settingsDate: string;
  readonly also?: readonly SettingKind[] | undefined;
}

/** The chosen copy, with what must still let a super administrator in afterwards (semantics 7). */
export async function choiceOf(deps: RecoverDeps, chosen: Chosen, by: User): Promise<CopyChoice> {
  const { settings, settingsDate, also } = chosen;
  const named = new Set<User>(deps.superAdmins);
  // An undo point may hold the users too.
  const mayBeUsers = settings === 'users' || also === undefined || also.includes('users');
  const associated = mayBeUsers ? await associatedBeside(named, deps) : [];
  return { kind: settings, name: settingsDate, also, by, entrance: { names: [...named], associated, ...deps.waysIn } };
}

/** Super administrators by the directory, found a page of all users at a time (quality: 50 ms). */
async function associatedBeside(
  named: ReadonlySet<User>,
  { stores, isSuperAdmin }: RecoverDeps,
): Promise<Entrance['associated']> {
  const found: { user: User; adUser: string }[] = [];
  for (let last: User | undefined; ; ) {
    const page = await stores.users.entriesAfter(last, limits.rightsPage);
    for (const { name, adUser } of page) {
      if (adUser !== null && !named.has(name) && isSuperAdmin(name)) found.push({ user: name, adUser });
    }
    if (page.length < limits.rightsPage) return found;
    last = page.at(-1)?.name;
    await nextTurn();
  }
}
