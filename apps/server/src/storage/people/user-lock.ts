import type { User } from '@sheetwire/rules/principal';

/** One lock for a user's sign-ins and their end: nothing that was under way when they ended survives it. */
export function userLock(user: User): string {
  return `sessions ${user}`;
}
