import * as calls from '@sheetwire/contract/accounts';
import { on, type Route } from '#http/route.ts';
import type { SignInModes } from '#identity/sign-in-modes.ts';
import type { UserStore } from '#ports/users.ts';
import { emailDetails } from './email-details.ts';
import { infoLogin } from './info-login.ts';
import { login } from './login.ts';
import { type LogoutDeps, logout } from './logout.ts';
import { sessionUser } from './session-user.ts';
import { tryWindowsAuth } from './try-windows-auth.ts';
import { useSso } from './use-sso.ts';
import { userSettings } from './user-settings.ts';

export interface AccountDeps extends LogoutDeps, SignInModes {
  readonly users: UserStore;
}

const opensSession = { access: 'public', setsCookie: true } as const;

/** The account calls of spec 7. */
export function accountRoutes(deps: AccountDeps): Route[] {
  return [
    on(calls.useSso, 'public', async () => useSso(deps)),
    on(calls.tryWindowsAuth, 'public', async (_, request) => tryWindowsAuth(deps, request)),
    on(calls.username, 'public', (_, request) => sessionUser(deps, request)),
    on(calls.usernameRemote, 'public', (_, request) => sessionUser(deps, request)),
    on(calls.login, opensSession, (input, request) => login(deps, input, request)),
    on(calls.infoLogin, opensSession, (input, request) => infoLogin(deps, input, request)),
    on(calls.logout, opensSession, (_, request) => logout(deps, request)),
    on(calls.userSettings, 'licensed', (input, request) => userSettings(deps, input, request)),
    on(calls.emailDetails, 'licensed', (_, request) => emailDetails(deps, request)),
  ];
}
