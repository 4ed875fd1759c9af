import { clientNetwork } from '#http/client-network.ts';
import type { EmailedKeyDeps } from '#identity/account-mail/emailed-keys.ts';
import type { Lanes } from '#identity/lanes.ts';
import type { PasswordPolicy } from '#identity/password-policy/password-policy.ts';
import type { Passwords } from '#identity/passwords/passwords.ts';
import type { Lines } from '#identity/sessions/lines.ts';
import type { Stores } from '#ports/stores.ts';

/** What the calls around mailed keys need. */
export interface KeyDeps extends EmailedKeyDeps {
  readonly stores: Pick<Stores, 'emailKeys' | 'users' | 'throttle' | 'audit'>;
  readonly lines: Lines;
  readonly passwords: Passwords;
  readonly policy: PasswordPolicy;
  /** The looks at keys of one client stand in line. */
  readonly keyLooks: Lanes;
  /** Passwords of one user are judged one by one: whoever holds a key takes nobody else's turn. */
  readonly passwordTurns: Lanes;
}

/** Unknown, used and expired keys are answered alike (safety 3). */
export const deadLink = 'This link has expired or was already used; request a new one';

/** Looks at a key in the line of its client: all addresses of one network are one client, as at a login. */
export function lookInTurn<T>(
  { keyLooks }: Pick<KeyDeps, 'keyLooks'>,
  address: string,
  look: () => Promise<T>,
): Promise<T> {
  return keyLooks.run(clientNetwork(address), look);
}
