import type { Output, Parsed } from '@sheetwire/contract/call';
import type { sendPasswordResetEmail as call } from '@sheetwire/contract/users';
import type { KnownRequest } from '#http/route.ts';
import { isPasswordAccount, sendSetPasswordMail } from '#identity/account-mail/emailed-keys.ts';
import { mailWaits } from '#mail/mail-words.ts';
import type { UserRecord } from '#ports/users.ts';
import { changedMeanwhile, noSuchUser, noteOf, refused, type UsersDeps } from './users-deps.ts';

/** Mails a user a link to set a new password; the present one counts until then (spec 2, Manage Users). */
export async function sendPasswordResetEmail(
  deps: UsersDeps,
  { user }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const found = await deps.stores.users.get(user);
  if (found === undefined) return refused(noSuchUser);
  const fault = faultOf(found);
  if (fault !== undefined) return refused(fault);
  const note = noteOf(deps, request, { action: 'password reset email requested', object: user });
  if (!(await sendSetPasswordMail(deps, found, 'reset', note))) {
    await deps.stores.audit.add(note);
    const now = await deps.stores.users.get(user);
    if (now?.email !== found.email) return refused(changedMeanwhile);
    return refused('No email was sent; this user cannot log in through the directory right now');
  }
  return { success: true, message: mailWaits(deps.mailer, 'An email with a link to set the password', found.email) };
}

function faultOf(found: UserRecord): string | undefined {
  if (found.disabledAt !== null) return 'This user is disabled';
  if (isPasswordAccount(found)) return 'A password account gets no email; edit its email address to set the password';
  return found.email === '' ? 'This user has no email address' : undefined;
}
