import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { empty, nothing, shortText } from '../shapes.ts';

// What users do with their own account, on pages of their own: its password, its email address and its sessions. An
// address is confirmed on whatever page its link opens, so that call is beside those of signing in.
const message = z.object({ message: z.string() });

export const getUserByKey = defineCall({
  method: 'GET',
  path: '/api/v1/accounts/getuser/',
  input: z.strictObject({ key: shortText }),
  output: z.object({
    user: z.optional(z.string()),
    hasAdAssoc: z.optional(z.boolean()),
    message: z.optional(z.string()),
    pwdAlreadySet: z.optional(z.boolean()),
  }),
});
export const setPassword = defineCall({
  method: 'POST',
  path: '/api/v1/accounts/setpassword/',
  input: z.strictObject({ user: shortText, emailKey: shortText, password: shortText }),
  output: message,
});
export const resetPassword = defineCall({
  method: 'POST',
  path: '/api/v1/accounts/resetpassword/',
  input: z.strictObject({ email: shortText }),
  output: message,
});
export const emailDetails = defineCall({
  method: 'POST',
  path: '/api/v1/accounts/emaildetails/',
  input: nothing,
  output: z.object({ email: z.string(), adUser: z.string() }),
});
export const changeEmail = defineCall({
  method: 'POST',
  path: '/api/v1/accounts/changeemail/',
  input: z.strictObject({ email: shortText }),
  output: z.object({ success: z.boolean(), message: z.string() }),
});
export const sessions = defineCall({
  method: 'POST',
  path: '/api/v1/accounts/sessions/',
  input: nothing,
  output: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['browser', 'addin']),
        /** How a browser signed in; the app of an add-in. */
        method: z.string(),
        /** The browser's own description, or the add-in's version. */
        agent: z.string(),
        address: z.string(),
        startedUtc: z.string(),
        seenUtc: z.string(),
        isThis: z.boolean(),
      }),
    ),
  }),
});
export const endSession = defineCall({
  method: 'POST',
  path: '/api/v1/accounts/endsession/',
  input: z.strictObject({ id: shortText }),
  output: empty,
});
export const endSessions = defineCall({
  method: 'POST',
  path: '/api/v1/accounts/endsessions/',
  input: nothing,
  output: empty,
});
