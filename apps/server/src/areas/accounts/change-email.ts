import type { changeEmail as call } from '@sheetwire/contract/accounts/own';
import type { Output, Parsed } from '@sheetwire/contract/call';
import { texts } from '@sheetwire/contract/errors';
import { limits } from '@sheetwire/contract/limits';
import { isEmail, passwordOfEmail } from '@sheetwire/rules/email';
import type { KnownRequest } from '#http/route.ts';
import { resetLink, sendConfirmEmailMail, tell } from '#identity/account-mail/emailed-keys.ts';
import { mailWaits } from '#mail/mail-words.ts';
import { emailChangeAskedMail } from '#mail/texts.ts';
import type { UserRecord } from '#ports/users.ts';
import type { KeyDeps } from './key-deps.ts';

/**
 * Mails the new address a link that makes the change count, and tells the present one (interfaces 3). An address that
 * another account has is answered, and mailed, like a free one: only its reader learns that it cannot be used.
 */
export async function changeEmail(
  deps: KeyDeps,
  input: Parsed<typeof call>,
  { actor, address }: KnownRequest,
): Promise<Output<typeof call>> {
  const email = input.email.trim();
  const user = await deps.stores.users.get(actor.user);
  const fault = user === undefined ? texts.noCurrentEmail : faultOf(user, email);
  if (user === undefined || fault !== undefined) return { success: false, message: fault ?? texts.noCurrentEmail };
  if (await isTooMany(deps, user)) return { success: false, message: 'Too many email changes; try again in an hour' };
  const { productName } = deps;
  const row = { actor: user.name, action: 'email change requested', object: user.name, address };
  const note = { ...row, before: user.email, after: email, at: deps.clock.now() };
  const asked = { user, email, sessionHash: actor.lineHash };
  deps.background.run(() => sendConfirmEmailMail(deps, asked, note));
  tell(deps, user, emailChangeAskedMail({ productName, user: user.name, resetLink: resetLink(deps) }, email));
  return {
    success: true,
    message: `${mailWaits(deps.mailer, 'An email with a link to confirm the address', email)}. Open the link: the address changes then.`,
  };
}

/** The rules of the page, kept here too (spec 5, Change email; safety 3). */
function faultOf(user: UserRecord, email: string): string | undefined {
  if (user.adUser !== null) return 'The email address comes from the directory; change it there';
  if (!user.canChangeEmail || passwordOfEmail(user.email) !== undefined) {
    return 'You cannot change the email address of this account';
  }
  if (user.email === '') return texts.noCurrentEmail;
  if (passwordOfEmail(email) !== undefined || !isEmail(email)) return `${email} is not a valid email address`;
  return email.toLowerCase() === user.email.toLowerCase() ? 'This is already the current email address' : undefined;
}

async function isTooMany({ stores }: KeyDeps, { name }: UserRecord): Promise<boolean> {
  const { most, within } = limits.emailChanges;
  return (await stores.throttle.fail({ key: `change of email:${name}`, within })) > most;
}
