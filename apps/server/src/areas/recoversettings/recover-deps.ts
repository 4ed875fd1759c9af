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
  const users = mayBeUsers ? await deps.stores.users.entries() : [];
  const associated = users.flatMap(({ name, adUser }) =>
    adUser !== null && !named.has(name) && deps.isSuperAdmin(name) ? [{ user: name, adUser }] : [],
  );
  return { kind: settings, name: settingsDate, also, by, entrance: { names: [...named], associated, ...deps.waysIn } };
}
