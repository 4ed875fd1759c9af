import type { Group, Principal, User } from '@sheetwire/rules/principal';
import type { GroupRecord } from '#ports/perms.ts';
import type { UserRecord } from '#ports/users.ts';
import type { Reading } from './rights.ts';

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
  /** The same until a user or group comes or goes, or everyone of an entity: what is known of all names goes by it. */
  readonly names: object;
  /** The groups that a user stands in directly: of the directory those of the person whose account it is. */
  directGroups(user: User): readonly Group[];
  /** The shortest ways from a user to the principals that hold them: the user, the groups between, the principal. */
  waysOf(user: User): Ways;
  /** Every user in these principals, by name, through groups however nested. */
  usersIn(principals: Iterable<Principal>): readonly User[];
  /** The first of them by name: of a million no more are put in order than are shown. */
  firstUsersIn(principals: Iterable<Principal>, most: number): readonly User[];
}

/** Ways from a user to what holds them; undefined to what does not. */
export interface Ways {
  to(principal: Principal): readonly Principal[] | undefined;
  /** To the nearest of a list. */
  toNearest(principals: readonly Principal[]): readonly Principal[] | undefined;
}
