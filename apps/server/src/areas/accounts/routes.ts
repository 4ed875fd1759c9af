import * as calls from '@sheetwire/contract/accounts';
import * as own from '@sheetwire/contract/accounts/own';
import { on, type Route } from '#http/route.ts';
import type { OwnLinesDeps } from '#identity/sessions/own-lines.ts';
import type { SignInModes } from '#identity/sign-in/sign-in-modes.ts';
import type { Stores } from '#ports/stores.ts';
import type { UserStore } from '#ports/users.ts';
import { changeEmail } from './change-email.ts';
import { confirmEmail } from './confirm-email.ts';
import { emailDetails } from './email-details.ts';
import { endSession } from './end-session.ts';
import { endSessions } from './end-sessions.ts';
import { getUserByKey } from './get-user-by-key.ts';
import { infoLogin } from './info-login.ts';
import type { KeyDeps } from './key-deps.ts';
import { type LoginDeps, login } from './login.ts';
import { logout } from './logout.ts';
import { resetPassword } from './reset-password.ts';
import { sessionUser } from './session-user.ts';
import { sessions } from './sessions.ts';
import { setPassword } from './set-password.ts';
import { tryWindowsAuth } from './try-windows-auth.ts';
import { useSso } from './use-sso.ts';
import { userSettings } from './user-settings.ts';
import { username } from './username.ts';

export interface AccountDeps extends LoginDeps, OwnLinesDeps, SignInModes, KeyDeps {
  readonly stores: Stores;
  readonly users: UserStore;
}

const opensSession = { access: 'public', setsCookie: true } as const;

/** The account calls of spec 7. */
export function accountRoutes(deps: AccountDeps): Route[] {
  return [
    on(calls.useSso, 'public', async () => useSso(deps)),
    on(calls.tryWindowsAuth, 'public', async (_, request) => tryWindowsAuth(deps, request)),
    on(calls.username, deps.windows ? opensSession : 'public', (_, request) => username(deps, request)),
    on(calls.usernameRemote, 'public', (_, request) => sessionUser(deps, request)),
    on(calls.login, opensSession, (input, request) => login(deps, input, request)),
    on(calls.infoLogin, opensSession, (input, request) => infoLogin(deps, input, request)),
    on(calls.logout, opensSession, (_, request) => logout(deps, request)),
    on(calls.userSettings, 'licensed', (input, request) => userSettings(deps, input, request)),
    on(own.emailDetails, 'licensed', (_, request) => emailDetails(deps, request)),
    on(own.changeEmail, 'licensed', (input, request) => changeEmail(deps, input, request)),
    on(calls.confirmEmail, 'public', (input, request) => confirmEmail(deps, input, request)),
    on(own.getUserByKey, 'public', (input, request) => getUserByKey(deps, input, request)),
    on(own.setPassword, 'public', (input, request) => setPassword(deps, input, request)),
    on(own.resetPassword, 'public', (input, request) => resetPassword(deps, input, request)),
    on(own.sessions, 'signed-in', (_, request) => sessions(deps, request)),
    on(own.endSession, 'signed-in', (input, request) => endSession(deps, input, request)),
    on(own.endSessions, 'signed-in', (_, request) => endSessions(deps, request)),
  ];
}
