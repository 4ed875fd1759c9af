import type { Group, Principal, User } from '@sheetwire/rules/principal';
import type { GroupRecord } from '#ports/perms.ts';
import type { UserRecord } from '#ports/users.ts';
import type { Reading } from './reading.ts';

/** An account as rights see it. */
export type Account = Pick<UserRecord, 'name' | 'adUser' | 'disabledAt'>;

/** Who is in which group at one moment, directly or through other groups, and who everyone is (semantics 1). */
export interface Membership {
  readonly accounts: Reading<User, Account>;
  readonly groups: {
    readonly records: Reading<Group, GroupRecord>;
    record(name: Principal): GroupRecord | undefined;
  };
  /** Entities that have an enabled user. */
  readonly entities: Iterable<string>;
  /** True for an entity that has an enabled user. */
  hasUsers(entity: string): boolean;
  /** The groups that a user stands in directly: of the directory those of the person whose account it is. */
  directGroups(user: User): readonly Group[];
  /** The shortest ways from a user to the principals that hold them: the user, the groups between, the principal. */
  waysOf(user: User): Ways;
}

/** Ways from a user to what holds them; undefined to what does not. */
export interface Ways {
  to(principal: Principal): readonly Principal[] | undefined;
  /** To the nearest of a list. */
  toNearest(principals: readonly Principal[]): readonly Principal[] | undefined;
}
