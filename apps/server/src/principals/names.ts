import type { Principal, User } from '@sheetwire/rules/principal';
import type { GroupEntry } from '#ports/perms.ts';

/** A list and what names its content: equal lists have equal ids on every node, whenever they were read. */
export interface Listed<T> {
  readonly id: string;
  readonly list: readonly T[];
}

export interface UserLine {
  readonly name: User;
  readonly isSuperAdmin: boolean;
  readonly isDisabled: boolean;
}

/** Who there is, as the pages of super admins list them. */
export interface Names {
  readonly users: Listed<UserLine>;
  /** Enabled people of the directory. */
  readonly adUsers: Listed<User>;
  /** Every user, group and everyone of an entity. */
  readonly principals: Listed<Principal>;
  readonly userGroups: Listed<GroupEntry>;
  /** In which users may be made. */
  readonly entities: readonly string[];
}
