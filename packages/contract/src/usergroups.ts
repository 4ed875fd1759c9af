import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { group, members, shortText, textList } from './shapes.ts';

const unauthorized = z.optional(z.boolean());
const result = z.object({ unauthorized, message: z.optional(z.string()) });
const prefix = '/api/v1/admin/usergroups';

export const userGroupsDetails = defineCall({
  method: 'POST',
  path: `${prefix}/usergroupsdetails/`,
  input: z.strictObject({ principalsId: shortText, userGroupsId: shortText, userEntities: textList(1000) }),
  output: z.object({
    unauthorized,
    principalsChanged: z.optional(z.boolean()),
    principals: z.optional(z.array(z.string())),
    principalsId: z.optional(z.string()),
    userGroupsChanged: z.optional(z.boolean()),
    userGroups: z.optional(z.array(z.string())),
    directoryGroups: z.optional(z.array(z.string())),
    userGroupsId: z.optional(z.string()),
    userEntitiesChanged: z.optional(z.boolean()),
    userEntities: z.optional(z.array(z.string())),
  }),
});
export const getUserGroup = defineCall({
  method: 'POST',
  path: `${prefix}/getusergroup/`,
  input: z.strictObject({ group }),
  output: z.object({
    unauthorized,
    message: z.optional(z.string()),
    group: z.optional(z.string()),
    members: z.optional(z.array(z.string())),
    groupId: z.optional(z.string()),
    isDirectory: z.optional(z.boolean()),
  }),
});
export const createUserGroup = defineCall({
  method: 'POST',
  path: `${prefix}/createusergroup/`,
  input: z.strictObject({ group }),
  output: result,
});
export const removeUserGroup = defineCall({
  method: 'POST',
  path: `${prefix}/removeusergroup/`,
  input: z.strictObject({ group }),
  output: result,
});
export const updateUserGroup = defineCall({
  method: 'POST',
  path: `${prefix}/updateusergroup/`,
  input: z.strictObject({ group, members, groupId: z.optional(shortText) }),
  output: z.object({
    unauthorized,
    message: z.optional(z.string()),
    stale: z.optional(z.boolean()),
    group: z.optional(z.string()),
    members: z.optional(z.array(z.string())),
    groupId: z.optional(z.string()),
  }),
});
