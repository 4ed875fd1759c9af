import type { resetPassword as call } from '@sheetwire/contract/accounts/own';
import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import { isEmail } from '@sheetwire/rules/email';
import { clientNetwork } from '#http/client-network.ts';
import type { Request } from '#http/route.ts';
import { sendSetPasswordMail } from '#identity/account-mail/emailed-keys.ts';
import { mailWaits } from '#mail/mail-words.ts';
import { hashSecret } from '#secrets/secrets.ts';
import type { KeyDeps } from './key-deps.ts';

/** The same for every address, whoever has it (quality, Security). */
function answerOf({ mailer }: KeyDeps): Output<typeof call> {
  const mail = mailWaits(mailer, 'an email with a link to set a new password', 'it');
  return { message: `If an account with that email address exists, ${mail}.` };
}

/** Mails a link to reset the password; the answer and its time tell nothing, nor that there were too many (safety 2). */
export async function resetPassword(
  deps: KeyDeps,
  { email }: Parsed<typeof call>,
  { address }: Request,
): Promise<Output<typeof call>> {
  const typed = email.trim();
  const answer = answerOf(deps);
  if (await isTooMany(deps, typed, address)) return answer;
  deps.background.run(() => mailTo(deps, typed, address));
  return answer;
}

/** Of a client that asks for too much nothing more is written: the same for every address that it names. */
async function isTooMany({ stores }: KeyDeps, email: string, address: string): Promise<boolean> {
  const { perEmail, perClient, within } = limits.resetMails;
  const count = (key: string) => stores.throttle.fail({ key, within });
  if ((await count(`resets from:${clientNetwork(address)}`)) > perClient) return true;
  return (await count(`reset:${hashSecret(email.toLowerCase())}`)) > perEmail;
}

async function mailTo(deps: KeyDeps, email: string, address: string): Promise<void> {
  const user = isEmail(email) ? await deps.stores.users.byEmail(email) : undefined;
  const row = { actor: '', object: user?.name ?? '(no user)', address, at: deps.clock.now() };
  const note = { ...row, action: 'password reset requested' };
  if (user !== undefined && (await sendSetPasswordMail(deps, user, 'reset', note))) return;
  // Nothing was changed: the row stands alone.
  await deps.stores.audit.add({ ...row, action: 'password reset requested, no email sent' });
}
