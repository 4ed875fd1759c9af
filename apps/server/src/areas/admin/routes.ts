import * as calls from '@sheetwire/contract/admin';
import { limits } from '@sheetwire/contract/limits';
import { on, type Route } from '#http/route.ts';
import type { AdminDeps } from './admin-deps.ts';
import { adminDetails } from './admin-details.ts';
import { AdminedTold } from './admined-told.ts';
import { assumeAdmin } from './assume-admin.ts';
import { explain } from './explain.ts';
import { getUsers } from './get-users.ts';
import { gropicPerms } from './gropic-perms.ts';
import { KeptSettings } from './kept-settings.ts';

/** The calls of the Admin page but those about snapshots. */
export function adminRoutes(own: AdminDeps): Route[] {
  const settings = new KeptSettings(own.stores.snapshotSettings, own.clock);
  own.onTold((kind, gropic) => {
    if (kind === 'snapshots') settings.changed(gropic);
  });
  const deps = { ...own, told: new AdminedTold(own.clock), snapshots: settings };
  return [
    on(calls.assumeAdmin, 'licensed', (input, request) => assumeAdmin(deps, input, request)),
    on(calls.adminDetails, 'licensed', (input, request) => adminDetails(deps, input, request)),
    on(calls.getUsers, 'licensed', (input, request) => getUsers(deps, input, request)),
    on(calls.gropicPerms, { access: 'licensed', packedBody: limits.principalsBody }, (input, request) =>
      gropicPerms(deps, input, request),
    ),
    on(calls.explain, 'licensed', (input, request) => explain(deps, input, request)),
  ];
}
