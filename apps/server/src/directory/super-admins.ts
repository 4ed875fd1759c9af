import { branded } from '@sheetwire/rules/name';
import { type Group, isUser, type User } from '@sheetwire/rules/principal';
import type { DirectoryGroup } from '#ports/directory.ts';
import type { Association } from '#ports/directory-store.ts';

/** Everybody in a group, through groups in it too; a cycle is harmless. No other groups are read. */
export async function membersOf(
  group: Group,
  read: (groups: readonly Group[]) => Promise<readonly DirectoryGroup[]>,
): Promise<ReadonlySet<User>> {
  const users = new Set<User>();
  const seen = new Set<Group>([group]);
  for (let next: readonly Group[] = [group]; next.length > 0; ) {
    const inner = new Set<Group>();
    for (const { members } of await read(next)) {
      for (const member of members) {
        if (isUser(member)) users.add(member);
        else inner.add(branded<'Group'>(member));
      }
    }
    next = [...inner.difference(seen)];
    for (const one of next) seen.add(one);
  }
  return users;
}

/**
 * Which accounts are super administrators by the directory. An account that only bears the name of one is not: it must
 * be associated with the person. The associations are those of accounts that bear the name of a member or belong to one.
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
