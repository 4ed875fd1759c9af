import type { Output } from '@sheetwire/contract/call';
import type { createUser } from '@sheetwire/contract/users';
import type { User } from '@sheetwire/rules/principal';
import type { KnownRequest } from '#http/route.ts';
import { type AccountMailDeps, isPasswordAccount } from '#identity/account-mail/emailed-keys.ts';
import type { Identity } from '#identity/identity.ts';
import type { AuditNote } from '#ports/audit.ts';
import type { UserRecord } from '#ports/users.ts';
import type { NameLists } from '#principals/name-lists.ts';

export interface UsersDeps extends Identity, AccountMailDeps {
  readonly names: NameLists;
  /** An account came or changed: what lists or obeys it follows on every node. */
  readonly accountChanged: (user: User) => Promise<void>;
  /** An account went, with rights and memberships. */
  readonly userGone: () => Promise<void>;
}

export const noSuchUser = 'User not found';
export const changedMeanwhile = 'Someone else changed this user; check their changes before you save';

/** A call that did nothing, and why. */
export function refused(message: string): Output<typeof createUser> {
  return { success: false, message };
}

/** A row of the audit log about a user. */
export function noteOf(
  { clock }: Pick<UsersDeps, 'clock'>,
  { actor, address }: Pick<KnownRequest, 'actor' | 'address'>,
  what: { readonly action: string; readonly object: User; readonly before?: unknown; readonly after?: unknown },
): AuditNote {
  return { at: clock.now(), actor: actor.user, address, ...what };
}

/** Whose account it is, as the audit log keeps it: never the password of a password account. */
export function ownerOf(user: Pick<UserRecord, 'email' | 'adUser'>): { email: string; adUser: string } {
  return { email: isPasswordAccount(user) ? 'a password account' : user.email, adUser: user.adUser ?? '' };
}
