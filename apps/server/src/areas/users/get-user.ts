import type { Output, Parsed } from '@sheetwire/contract/call';
import type { getUser as call } from '@sheetwire/contract/users';
import type { KnownRequest } from '#http/route.ts';
import { isPasswordAccount } from '#identity/account-mail/emailed-keys.ts';
import { keptEmail } from '#identity/passwords/password-account.ts';
import { ownLines } from '#identity/sessions/own-lines.ts';
import { directoryAccountOf } from '#identity/sign-in/entry.ts';
import type { UserRecord } from '#ports/users.ts';
import { noSuchUser, noteOf, type UsersDeps } from './users-deps.ts';

const unreadable =
  'The password cannot be shown because the secret key has changed. Set it again with Edit Email Address';

/** The whole user (spec 3, User); whoever is shown the password of a password account is written down first. */
export async function getUser(
  deps: UsersDeps,
  { user }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const found = await deps.stores.users.get(user);
  if (found === undefined) return { message: noSuchUser };
  const email = keptEmail(deps.secretKey, found.email);
  if (email !== undefined && isPasswordAccount(found)) {
    await deps.stores.audit.add(noteOf(deps, request, { action: 'password shown', object: user }));
  }
  return {
    name: found.name,
    email: email ?? '',
    ...(email === undefined && { message: unreadable }),
    isSuperAdmin: deps.isSuperAdmin(user),
    isSuperAdminViaAd: deps.directory.isSuperAdmin(user),
    ...(await standingOf(deps, found)),
    sessions: (await ownLines(deps, { user, lineHash: '' })).length,
  };
}

async function standingOf({ directory }: UsersDeps, found: UserRecord) {
  const { adUser, disabledAt, blockAdminPage, canChangeEmail, deepLog } = found;
  const account = directoryAccountOf(found);
  const person = account && (await directory.person(account));
  return {
    adUser: adUser ?? '',
    adUserEmail: person?.email ?? '',
    disabledDate: disabledAt === null ? null : new Date(disabledAt).toISOString().slice(0, 'yyyy-mm-dd'.length),
    isDisabled: disabledAt !== null,
    blockAdminPage,
    canChangeEmail,
    deepLog,
  };
}
