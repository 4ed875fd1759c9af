import { passwordOfEmail } from '@sheetwire/rules/email';
import type { Chance } from '#ports/clock.ts';
import { deriveKey, seal, unseal } from '#secrets/secrets.ts';

const suffix = '@is.password';
const purpose = 'password account';

/** What is stored as the email: an address as it is, a password account's sealed under the server's key (semantics 3). */
export function emailToKeep(
  { chance, secretKey }: { readonly chance: Chance; readonly secretKey: Uint8Array },
  email: string,
): string {
  const password = passwordOfEmail(email);
  return password === undefined ? email : `${seal(chance, deriveKey(secretKey, purpose), password)}${suffix}`;
}

/** The email as a super admin may be shown it; undefined when it was sealed under another key. */
export function keptEmail(secretKey: Uint8Array, email: string): string | undefined {
  const sealed = passwordOfEmail(email);
  if (sealed === undefined) return email;
  const password = unseal(deriveKey(secretKey, purpose), sealed);
  return password === undefined ? undefined : `${password}${suffix}`;
}
