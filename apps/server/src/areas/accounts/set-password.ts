import type { setPassword as call } from '@sheetwire/contract/accounts/own';
import type { Output, Parsed } from '@sheetwire/contract/call';
import { parseUser } from '@sheetwire/rules/principal';
import type { Request } from '#http/route.ts';
import { type LiveKey, liveKey, resetLink, tell } from '#identity/account-mail/emailed-keys.ts';
import { passwordSetMail } from '#mail/texts.ts';
import { deadLink, type KeyDeps, lookInTurn } from './key-deps.ts';

const done = 'Your password is set. You can now log in.';

/** Sets a password by a mailed key; a password that will not do leaves the key as it is (spec 7, safety 3). */
export async function setPassword(
  deps: KeyDeps,
  { user, emailKey, password }: Parsed<typeof call>,
  { address }: Request,
): Promise<Output<typeof call>> {
  const found = await lookInTurn(deps, address, () => liveKey(deps, emailKey, ['set', 'reset']));
  if (found === undefined || parseUser(user) !== found.user.name) return { message: deadLink };
  return {
    message: await deps.passwordTurns.run(found.user.name, () => judgeAndSet(deps, found, { password, address })),
  };
}

async function judgeAndSet(
  deps: KeyDeps,
  found: LiveKey,
  { password, address }: { readonly password: string; readonly address: string },
): Promise<string> {
  const { name, email } = found.user;
  const fault = await deps.policy.faultOf(password, { user: name, email });
  if (fault !== undefined) return fault;
  const passwordHash = await deps.passwords.hash(password);
  const now = deps.clock.now();
  const action = found.key.purpose === 'set' ? 'password set by emailed link' : 'password reset by emailed link';
  const note = { at: now, actor: name, action, object: name, address };
  const outcome = await deps.stores.emailKeys.redeem(found.key.hash, now, { passwordHash }, note);
  if (outcome !== 'done') return deadLink;
  await afterwards(deps, found);
  return done;
}

/** Whoever held the old password is out; its owner hears of it. */
async function afterwards(deps: KeyDeps, { user }: LiveKey): Promise<void> {
  await deps.lines.endUser(user.name, 'sessions');
  const { productName } = deps;
  tell(deps, user, passwordSetMail({ productName, user: user.name, resetLink: resetLink(deps) }));
}
