import { isEmail, passwordOfEmail } from '@sheetwire/rules/email';

/** CR, LF and other control characters never reach a header (safety 3). */
export function oneLine(value: string): string {
  return value.replace(/\p{Cc}+/gu, ' ').trim();
}

/** Throws for what is no address, and for a password account's, which gets no mail (semantics 3). */
export function requireAddress(to: string): void {
  if (!isEmail(to) || passwordOfEmail(to) !== undefined) throw new Error('This email address cannot receive email');
}
