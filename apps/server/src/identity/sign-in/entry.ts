import { parseUser, type User } from '@sheetwire/rules/principal';
import type { Directory } from '#ports/directory.ts';
import type { UserRecord } from '#ports/users.ts';

/** What decides whether an account may open a session now. */
export interface EntryDeps {
  readonly directory: Directory;
}

/**
 * An account may come in unless it is disabled, or the directory account it is associated with is disabled, gone or
 * cannot be asked about: a ticket or password outlives a disabling (semantics 3, architecture 8).
 */
export async function mayComeIn({ directory }: EntryDeps, user: UserRecord): Promise<boolean> {
  if (user.disabledAt !== null) return false;
  const account = directoryAccountOf(user);
  return account === undefined || (await directory.mayEnter(account)) === 'enabled';
}

/** The directory account that a user is associated with. */
export function directoryAccountOf({ adUser }: Pick<UserRecord, 'adUser'>): User | undefined {
  return adUser === null ? undefined : parseUser(adUser);
}
