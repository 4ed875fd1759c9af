import { type Group, isUser, type Principal, type User } from '@sheetwire/rules/principal';
import type { DirectoryGroup } from '#ports/directory.ts';
import type { Association } from '#ports/directory-store.ts';

/** Everybody in a group, through groups in it too; a cycle is harmless. */
export function membersOf(group: Group, groups: readonly DirectoryGroup[]): ReadonlySet<User> {
  const members = new Map(groups.map(({ name, members: direct }) => [String(name), direct]));
  const seen = new Set<Principal>([group]);
  for (const principal of seen) {
    for (const member of members.get(principal) ?? []) seen.add(member);
  }
  return new Set([...seen].filter(isUser));
}

/**
 * Which accounts are super administrators by the directory. An account that only bears the name of one is not: it must
 * be associated with the person.
 */
export class SuperAdmins {
  readonly #members: ReadonlySet<User>;
  readonly #adUsers: ReadonlyMap<User, User | null>;

  constructor(members: ReadonlySet<User>, associations: readonly Association[]) {
    this.#members = members;
    this.#adUsers = new Map(associations.map(({ user, adUser }) => [user, adUser]));
  }

  /** An account that was just made at its first sign-in is its member's own. */
  has(user: User): boolean {
    const adUser = this.#adUsers.has(user) ? this.#adUsers.get(user) : user;
    return adUser !== undefined && adUser !== null && this.#members.has(adUser);
  }
}
