import * as calls from '@sheetwire/contract/users';
import { on, type Route } from '#http/route.ts';
import { createUser } from './create-user.ts';
import { endUserSessions } from './end-user-sessions.ts';
import { getAdUser } from './get-ad-user.ts';
import { getUser } from './get-user.ts';
import { removeUser } from './remove-user.ts';
import { sendPasswordResetEmail } from './send-password-reset-email.ts';
import { setSwitches } from './set-switches.ts';
import { updateUser } from './update-user.ts';
import type { UsersDeps } from './users-deps.ts';
import { usersDetails } from './users-details.ts';

/** The calls of Manage Users (spec 7, Users). */
export function usersRoutes(deps: UsersDeps): Route[] {
  return [
    on(calls.usersDetails, 'super', (input) => usersDetails(deps, input)),
    on(calls.getUser, 'super', (input, request) => getUser(deps, input, request)),
    on(calls.getAdUser, 'super', (input) => getAdUser(deps, input)),
    on(calls.createUser, 'super', (input, request) => createUser(deps, input, request)),
    on(calls.updateUser, 'super', (input, request) => updateUser(deps, input, request)),
    on(calls.sendPasswordResetEmail, 'super', (input, request) => sendPasswordResetEmail(deps, input, request)),
    on(calls.removeUser, 'super', (input, request) => removeUser(deps, input, request)),
    on(calls.setSwitches, 'super', (input, request) => setSwitches(deps, input, request)),
    on(calls.endUserSessions, 'super', (input, request) => endUserSessions(deps, input, request)),
  ];
}
