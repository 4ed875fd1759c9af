import type { getUserByKey as call } from '@sheetwire/contract/accounts/own';
import type { Output, Parsed } from '@sheetwire/contract/call';
import type { Request } from '#http/route.ts';
import { liveKey } from '#identity/account-mail/emailed-keys.ts';
import { deadLink, type KeyDeps, lookInTurn } from './key-deps.ts';

/**
 * Whose password a mailed key may set; it is looked at, not used. Without a user there is always a message, so that the
 * page stops asking; a dead link then leads on to Reset Password, as for a password that is set (spec 2, Set password).
 */
export async function getUserByKey(
  deps: KeyDeps,
  { key }: Parsed<typeof call>,
  { address }: Request,
): Promise<Output<typeof call>> {
  const found = await lookInTurn(deps, address, () => liveKey(deps, key, ['set', 'reset']));
  if (found === undefined) return { message: deadLink, pwdAlreadySet: true };
  const { name, adUser, passwordHash } = found.user;
  return { user: name, hasAdAssoc: adUser !== null, pwdAlreadySet: passwordHash !== null };
}
