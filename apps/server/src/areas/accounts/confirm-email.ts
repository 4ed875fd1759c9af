import type { confirmEmail as call } from '@sheetwire/contract/accounts';
import type { Output, Parsed } from '@sheetwire/contract/call';
import type { Request } from '#http/route.ts';
import { type LiveKey, liveKey, resetLink, tell } from '#identity/account-mail/emailed-keys.ts';
import { emailChangedMail } from '#mail/texts.ts';
import { deadLink, type KeyDeps, lookInTurn } from './key-deps.ts';

/** Makes a change of email count: by the key alone, but not while somebody else is logged in here (interfaces 9). */
export async function confirmEmail(
  deps: KeyDeps,
  { key: presented }: Parsed<typeof call>,
  { actor, address }: Request,
): Promise<Output<typeof call>> {
  const found = await lookInTurn(deps, address, () => liveKey(deps, presented, ['email']));
  const email = found?.key.payload ?? undefined;
  if (found === undefined || email === undefined || !mayChange(found)) return { success: false, message: deadLink };
  if (actor !== undefined && actor.user !== found.user.name) {
    return { success: false, message: `Log out first; this link is not for ${actor.user}` };
  }
  const { name, email: before } = found.user;
  const now = deps.clock.now();
  const note = { at: now, actor: name, action: 'email changed', object: name, address, before, after: email };
  const outcome = await deps.stores.emailKeys.redeem(found.key.hash, now, { email }, note);
  if (outcome === 'gone') return { success: false, message: deadLink };
  if (outcome === 'taken') return { success: false, message: `${email} is already in use; choose another address` };
  afterwards(deps, found, email);
  return { success: true, message: `Your email address is now ${email}.` };
}

/** An admin may have taken the right away since the mail was sent. */
function mayChange({ user }: LiveKey): boolean {
  return user.canChangeEmail && user.adUser === null;
}

function afterwards(deps: KeyDeps, { user }: LiveKey, email: string): void {
  deps.lines.changedUser(user.name);
  const notice = { productName: deps.productName, user: user.name, resetLink: resetLink(deps) };
  for (const to of [user.email, email]) tell(deps, { name: user.name, email: to }, emailChangedMail(notice, email));
}
