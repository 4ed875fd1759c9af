import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';

/** Whose password it is to be. */
export interface PasswordOwner {
  readonly user: User;
  /** '' for a password account, whose address is the password itself. */
  readonly email: string;
}

/** Words that whoever guesses this user's password tries first: the user's own and the portal's, in lower case. */
export function contextWords({ user, email }: PasswordOwner, ofPortal: readonly string[]): string[] {
  const [local = '', domain = ''] = email.split('@');
  const hosts = domain.split('.').slice(0, -1);
  const given = [...ofPortal, user, ...user.split('/'), email, local, ...hosts].map((word) =>
    word.toLowerCase().trim(),
  );
  return [...new Set(given.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]))].filter((word) => word !== '');
}

/** The context word that a password holds in any case of letters; short ones are left to the measure of strength. */
export function heldWord(password: string, words: readonly string[]): string | undefined {
  const lower = password.toLowerCase();
  return words
    .filter((word) => word.length >= limits.passwordCheck.contextWord)
    .toSorted((a, b) => b.length - a.length)
    .find((word) => lower.includes(word));
}
