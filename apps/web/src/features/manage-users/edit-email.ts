import type { Output } from '@sheetwire/contract/call';
import type { getUser } from '@sheetwire/contract/users';
import { isUserEmail, passwordOfEmail } from '@sheetwire/rules/email';
import { shortName } from '@sheetwire/rules/principal';

/** The whole user (spec 3, User). */
export type UserFacts = Output<typeof getUser>;

/** Why Save of 'Edit Email Address' cannot be pressed (spec 5, Edit email). */
export function saveRefusal(facts: UserFacts, typed: string): string | undefined {
  const email = typed.trim();
  if (facts.isDisabled) return disabledReason(facts);
  if (email === '') return 'Enter an email address';
  if (email === facts.email) return 'This is already the user’s address';
  return addressFault(facts, email);
}

/** What is wrong with the address itself, to stand under it. */
export function addressFault({ adUser, adUserEmail }: UserFacts, typed: string): string | undefined {
  const email = typed.trim();
  if (email === '') return undefined;
  if (!isUserEmail(email)) return 'Enter an address like name@example.com';
  const isOther = Boolean(adUser) && email.toLowerCase() !== adUserEmail?.toLowerCase();
  return isOther ? 'The email must match the directory' : undefined;
}

/** Why a link to set the password cannot be mailed. */
export function resetRefusal(facts: UserFacts): string | undefined {
  if (facts.isDisabled) return disabledReason(facts);
  if (isPasswordAccount(facts)) return 'A password account gets no email; edit its email address to set the password';
  return facts.email ? undefined : 'This user has no email address';
}

/** Why 'Edit Email Address' cannot be pressed. */
export function editRefusal(facts: UserFacts): string | undefined {
  return facts.isDisabled ? disabledReason(facts) : undefined;
}

/** Why 'Delete User' cannot be pressed (spec 5: disabled for super admins). */
export function deleteRefusal({ isSuperAdmin }: UserFacts): string | undefined {
  return isSuperAdmin ? 'A super admin cannot be deleted here' : undefined;
}

/** A user who logs in with what stands before @is.password (spec 3). */
export function isPasswordAccount({ email = '' }: UserFacts): boolean {
  return passwordOfEmail(email) !== undefined;
}

function disabledReason({ name = '' }: UserFacts): string {
  return `${shortName(name)} is disabled`;
}
