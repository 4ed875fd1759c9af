import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { shortText, textList, user } from './shapes.ts';

const unauthorized = z.optional(z.boolean());
const result = z.object({ unauthorized, success: z.optional(z.boolean()), message: z.optional(z.string()) });
const prefix = '/api/v1/admin/users';

export const usersDetails = defineCall({
  method: 'POST',
  path: `${prefix}/usersdetails/`,
  input: z.strictObject({ usersId: shortText, adUsersId: shortText, userEntities: textList(1000) }),
  output: z.object({
    unauthorized,
    usersChanged: z.optional(z.boolean()),
    users: z.optional(z.array(z.object({ name: z.string(), isSuperAdmin: z.boolean(), isDisabled: z.boolean() }))),
    usersId: z.optional(z.string()),
    adUsersChanged: z.optional(z.boolean()),
    adUsers: z.optional(z.array(z.string())),
    adUsersId: z.optional(z.string()),
    userEntitiesChanged: z.optional(z.boolean()),
    userEntities: z.optional(z.array(z.string())),
  }),
});
export const getUser = defineCall({
  method: 'POST',
  path: `${prefix}/getuser/`,
  input: z.strictObject({ user }),
  output: z.object({
    unauthorized,
    name: z.optional(z.string()),
    email: z.optional(z.string()),
    isSuperAdmin: z.optional(z.boolean()),
    isSuperAdminViaAd: z.optional(z.boolean()),
    adUser: z.optional(z.string()),
    adUserEmail: z.optional(z.string()),
    disabledDate: z.optional(z.nullable(z.string())),
    isDisabled: z.optional(z.boolean()),
    blockAdminPage: z.optional(z.boolean()),
    canChangeEmail: z.optional(z.boolean()),
    deepLog: z.optional(z.boolean()),
    sessions: z.optional(z.number()),
    message: z.optional(z.string()),
  }),
});
export const getAdUser = defineCall({
  method: 'POST',
  path: `${prefix}/getaduser/`,
  input: z.strictObject({ associatedAdUser: shortText }),
  output: z.object({
    unauthorized,
    adUser: z.optional(z.string()),
    email: z.optional(z.string()),
    isDisabled: z.optional(z.boolean()),
    message: z.optional(z.string()),
  }),
});
const saved = z.strictObject({ user, email: shortText, associatedAdUser: shortText });
export const createUser = defineCall({ method: 'POST', path: `${prefix}/createuser/`, input: saved, output: result });
export const updateUser = defineCall({ method: 'POST', path: `${prefix}/updateuser/`, input: saved, output: result });
export const sendPasswordResetEmail = defineCall({
  method: 'POST',
  path: `${prefix}/sendpasswordresetemail/`,
  input: z.strictObject({ user }),
  output: result,
});
export const removeUser = defineCall({
  method: 'POST',
  path: `${prefix}/removeuser/`,
  input: z.strictObject({ user }),
  output: result,
});
export const setSwitches = defineCall({
  method: 'POST',
  path: `${prefix}/setswitches/`,
  input: z.strictObject({
    user,
    blockAdminPage: z.optional(z.boolean()),
    canChangeEmail: z.optional(z.boolean()),
    deepLog: z.optional(z.boolean()),
  }),
  output: result,
});
export const endUserSessions = defineCall({
  method: 'POST',
  path: `${prefix}/endsessions/`,
  input: z.strictObject({ user }),
  output: result,
});
