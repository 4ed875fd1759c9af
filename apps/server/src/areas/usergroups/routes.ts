import { limits } from '@sheetwire/contract/limits';
import * as calls from '@sheetwire/contract/usergroups';
import { on, type Route } from '#http/route.ts';
import { createUserGroup } from './create-user-group.ts';
import { getUserGroup } from './get-user-group.ts';
import { removeUserGroup } from './remove-user-group.ts';
import { updateUserGroup } from './update-user-group.ts';
import type { UserGroupsDeps } from './user-groups-deps.ts';
import { userGroupsDetails } from './user-groups-details.ts';

const withMembers = { access: 'super', packedBody: limits.principalsBody } as const;

/** The calls of Manage User Groups (spec 7, User groups). */
export function userGroupsRoutes(deps: UserGroupsDeps): Route[] {
  return [
    on(calls.userGroupsDetails, 'super', (input) => userGroupsDetails(deps, input)),
    on(calls.getUserGroup, 'super', (input) => getUserGroup(deps, input)),
    on(calls.createUserGroup, 'super', (input, request) => createUserGroup(deps, input, request)),
    on(calls.removeUserGroup, 'super', (input, request) => removeUserGroup(deps, input, request)),
    on(calls.updateUserGroup, withMembers, (input, request) => updateUserGroup(deps, input, request)),
  ];
}
