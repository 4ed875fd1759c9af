import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { limits } from './limits.ts';
import { gropic, liveTopic, optionalGropic, principal, principals, shortText, textList, user } from './shapes.ts';

const names = z.array(z.string());
const perms = z.object({ gropic: z.string(), viewers: names, publishers: names, interactors: names, admins: names });
const unauthorized = z.optional(z.boolean());

export const assumeAdmin = defineCall({
  method: 'POST',
  path: '/api/v1/admin/assumeadmin/',
  input: z.strictObject({ gropic }),
  output: z.object({ unauthorized, reason: z.optional(z.string()), currAdmins: z.optional(names) }),
});
export const adminDetails = defineCall({
  method: 'POST',
  path: '/api/v1/admin/admindetails/',
  input: z.strictObject({
    principalsId: shortText,
    numAdmined: z.number(),
    asSuperAdmin: z.boolean(),
    selectedGropic: optionalGropic,
    gropicPermsId: shortText,
    principalToAdd: shortText,
    returnTzLocations: z.boolean(),
  }),
  output: z.object({
    unauthorized,
    tzLocations: z.optional(names),
    defaultTzLocation: z.optional(z.string()),
    principalsChanged: z.optional(z.boolean()),
    principals: z.optional(names),
    principalsId: z.optional(z.string()),
    adminedChanged: z.optional(z.boolean()),
    admined: z.optional(names),
    gropic: z.optional(z.string()),
    captureDailySnapshot: z.optional(z.boolean()),
    snapshotTime: z.optional(z.string()),
    snapshotTimeLocation: z.optional(z.string()),
    backdateSnapshot: z.optional(z.boolean()),
    gropicPerms: z.optional(perms),
    gropicPermsChanged: z.optional(z.boolean()),
    gropicPermsId: z.optional(z.string()),
    viewersAllUsers: z.optional(names),
    publishersAllUsers: z.optional(names),
    interactorsAllUsers: z.optional(names),
    adminsAllUsers: z.optional(names),
    principalToAdd: z.optional(z.string()),
    principalToAddAllUsers: z.optional(names),
    /** Why the caller may not add what nobody administers; left out when it may. */
    claimRefusal: z.optional(z.string()),
  }),
});
export const getUsers = defineCall({
  method: 'POST',
  path: '/api/v1/admin/getusers/',
  input: z.strictObject({
    principal,
    principalGroups: textList(limits.maxPrincipals),
    gropic: z.optional(optionalGropic),
  }),
  output: z.object({
    unauthorized,
    principal: z.optional(z.string()),
    gropic: z.optional(z.string()),
    allUsersByGroup: z.optional(z.record(z.string(), names)),
  }),
});
export const snapshotSettings = defineCall({
  method: 'POST',
  path: '/api/v1/admin/snapshotsettings/',
  input: z.strictObject({
    captureSnapshot: z.boolean(),
    gropic,
    rollTime: shortText,
    rollTimeLocation: shortText,
    backdate: z.boolean(),
  }),
  output: z.object({ unauthorized, message: z.optional(z.string()) }),
});
export const captureSnapshot = defineCall({
  method: 'POST',
  path: '/api/v1/admin/capturesnapshot/',
  input: z.strictObject({ topic: liveTopic, location: shortText, backdate: z.boolean() }),
  output: z.object({ unauthorized, topic: z.string(), success: z.boolean(), message: z.string() }),
});
export const gropicPerms = defineCall({
  method: 'POST',
  path: '/api/v1/admin/gropicperms/',
  input: z.strictObject({
    gropic,
    viewers: principals,
    publishers: principals,
    interactors: principals,
    admins: principals,
    gropicPermsId: z.optional(shortText),
  }),
  output: z.object({
    unauthorized,
    stale: z.optional(z.boolean()),
    message: z.optional(z.string()),
    gropicPerms: z.optional(perms),
    gropicPermsId: z.optional(z.string()),
  }),
});

const rightsHeld = z.object({
  view: z.boolean(),
  publish: z.boolean(),
  interact: z.boolean(),
  administer: z.boolean(),
});
const reasons = z.object({ view: z.string(), publish: z.string(), interact: z.string(), administer: z.string() });
export const explain = defineCall({
  method: 'POST',
  path: '/api/v1/admin/explain/',
  input: z.strictObject({ user, gropic }),
  output: z.object({
    unauthorized,
    user: z.optional(z.string()),
    gropic: z.optional(z.string()),
    /** True when there is an account of that name which the caller may know of. */
    isKnown: z.optional(z.boolean()),
    isDisabled: z.optional(z.boolean()),
    /** Whose lists decide: the report's own, its group's, or nobody's. */
    decidedBy: z.optional(z.enum(['report', 'group', 'none'])),
    decidingGropic: z.optional(z.string()),
    rights: z.optional(rightsHeld),
    reasons: z.optional(reasons),
    /** Each entry of a list that holds the user, the way to it, and what would be left without it. */
    grants: z.optional(
      z.array(
        z.object({
          list: z.enum(['viewers', 'publishers', 'interactors', 'admins']),
          principal: z.string(),
          path: names,
          withoutGrant: rightsHeld,
        }),
      ),
    ),
    /** What the group's lists would give, where the report's own stand over them. */
    groupWouldGive: z.optional(rightsHeld),
  }),
});
