import type { SettingKind } from '@sheetwire/contract/recoversettings';
import { auditRoutes } from '#areas/audit/routes.ts';
import { recoverRoutes } from '#areas/recoversettings/routes.ts';
import type { Route } from '#http/route.ts';
import type { Identity } from '#identity/identity.ts';
import type { SignInModes } from '#identity/sign-in/sign-in-modes.ts';
import type { PeopleNews } from '#principals/people-news.ts';
import type { Settings } from '#settings/settings.ts';
import type { Reporting } from './reporting.ts';

export interface SettingsRecoveryDeps {
  readonly identity: Identity;
  readonly settings: Pick<Settings, 'superAdmins'>;
  readonly modes: SignInModes;
  readonly news: PeopleNews;
  readonly reporting: Pick<Reporting, 'tellRights' | 'tellAdmins'>;
  /** Plans the snapshots of this server anew; the others hear of it as of any change. */
  readonly planSnapshots: () => void;
}

/** The calls of Recover Settings and of the audit log; what a recovery changes is obeyed at once on every node. */
export function settingsRecoveryRoutes(deps: SettingsRecoveryDeps): Route[] {
  const { identity, settings, modes } = deps;
  const recover = recoverRoutes({
    ...identity,
    superAdmins: settings.superAdmins,
    waysIn: { windows: modes.windows !== undefined, singleSignOn: modes.sso !== undefined },
    settingsChanged: (kind) => tellChange(deps, kind),
  });
  const { stores, clock, lines } = identity;
  return [...recover, ...auditRoutes({ audit: stores.audit, clock, again: (caller) => lines.again(caller) })];
}

async function tellChange({ news, reporting, planSnapshots }: SettingsRecoveryDeps, kind: SettingKind): Promise<void> {
  switch (kind) {
    case 'permissions':
      await reporting.tellRights();
      reporting.tellAdmins('perms');
      break;
    case 'users':
    case 'usergroups':
      await news.changed(kind);
      reporting.tellAdmins('perms');
      break;
    case 'snapshots':
      reporting.tellAdmins('snapshots');
      planSnapshots();
      break;
  }
}
