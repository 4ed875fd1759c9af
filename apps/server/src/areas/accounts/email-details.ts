import type { emailDetails as call } from '@sheetwire/contract/accounts/own';
import type { Output } from '@sheetwire/contract/call';
import { passwordOfEmail } from '@sheetwire/rules/email';
import type { KnownRequest } from '#http/route.ts';
import type { UserStore } from '#ports/users.ts';

/** The caller's own address; a password account has none, its address is its password (semantics 3). */
export async function emailDetails(
  { users }: { readonly users: UserStore },
  { actor }: KnownRequest,
): Promise<Output<typeof call>> {
  const record = await users.get(actor.user);
  const email = record?.email ?? '';
  return { email: passwordOfEmail(email) === undefined ? email : '', adUser: record?.adUser ?? '' };
}
