import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { limits } from './limits.ts';
import { empty, nothing, shortText, textList } from './shapes.ts';

const sessionUser = z.object({
  user: z.string(),
  isSuperAdmin: z.boolean(),
  blockAdminPage: z.boolean(),
  hasLicense: z.boolean(),
  canChangeEmail: z.boolean(),
  isCookieLogin: z.boolean(),
  recentReports: z.array(z.string()),
  ssoLogoutUrl: z.string(),
});
/** The session user fields of spec 3. */
export type SessionUser = z.output<typeof sessionUser>;

/** Signed out: no user and every flag false (interfaces 9). */
export const nobody: SessionUser = {
  user: '',
  isSuperAdmin: false,
  blockAdminPage: false,
  hasLicense: false,
  canChangeEmail: false,
  isCookieLogin: false,
  recentReports: [],
  ssoLogoutUrl: '',
};

export const userSettings = defineCall({
  method: 'POST',
  path: '/api/v1/accounts/usersettings/',
  input: z.strictObject({ user: z.optional(shortText), recentReports: textList(limits.maxRecents) }),
  output: empty,
});
export const logout = defineCall({
  method: 'POST',
  path: '/api/v1/accounts/logout/',
  input: z.strictObject({ user: z.optional(shortText) }),
  output: empty,
});
export const username = defineCall({
  method: 'POST',
  path: '/api/v1/accounts/username/',
  input: nothing,
  output: sessionUser,
});
export const usernameRemote = defineCall({
  method: 'POST',
  path: '/api/v1/accounts/usernameremote/',
  input: nothing,
  output: sessionUser,
});
export const useSso = defineCall({
  method: 'POST',
  path: '/api/v1/accounts/usesso/',
  input: nothing,
  output: z.object({ usesso: z.boolean(), ssoLoginUrl: z.string() }),
});
export const tryWindowsAuth = defineCall({
  method: 'POST',
  path: '/api/v1/accounts/trywindowsauth/',
  input: nothing,
  output: z.object({ trywindowsauth: z.boolean() }),
});
export const infoLogin = defineCall({
  method: 'POST',
  path: '/api/v1/accounts/infologin/',
  input: z.strictObject({ userinfo: shortText }),
  output: z.object({ info: z.string() }),
});
export const login = defineCall({
  method: 'POST',
  path: '/api/v1/accounts/login/',
  input: z.strictObject({ user: shortText, password: shortText }),
  output: z.object({ message: z.string(), info: z.string() }),
});
export const confirmEmail = defineCall({
  method: 'POST',
  path: '/api/v1/accounts/confirmemail/',
  input: z.strictObject({ key: shortText }),
  output: z.object({ success: z.boolean(), message: z.string() }),
});
