import type { Gropic } from '@sheetwire/rules/gropic';
import type { Principal, User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { Perms } from '#ports/perms.ts';
import type { TopicHead } from '#ports/report-log.ts';
import type { Membership } from './membership.ts';
import type { Reading } from './reading.ts';
import type { Approach, Holder, TopicFacts } from './topic-rights.ts';

/** Names in order, and what names them all: equal names have equal ids, on every node. */
export interface ListedNames<Name> {
  readonly id: string;
  readonly list: readonly Name[];
}

/** The facts of one moment that policies decide by; who keeps them remembers what was asked often. */
export interface Rights {
  /** Grows with every change. */
  readonly stamp: number;
  readonly membership: Membership;
  readonly unadministered: 'entity' | 'none';
  /** Every administered gropic. */
  readonly administered: Reading<Gropic, Perms>;
  /** The user with every group they are in, directly or through other groups; a cycle is harmless (semantics 1). */
  holder(user: User): Holder;
  /** The lists that decide about a topic: the report's own, else its group's (semantics 2). */
  permsOf(topic: Topic): Perms | undefined;
  facts(head: Pick<TopicHead, 'topic' | 'viewSecret' | 'publishSecret'>): TopicFacts;
  mayView(user: User, head: TopicHead, approach?: Approach): boolean;
  mayPublish(user: User, topic: Topic): boolean;
  mayInteract(user: User, head: TopicHead, approach?: Approach): boolean;
  /** True when perms of the report or its group decide: old add-ins are kept out then (spec 2, Help). */
  isAdministered(topic: Topic): boolean;
  /** A stamp since which nothing changed of what a user may view. */
  viewsChangedAt(user: User): number;
  /** True when the principals are named as admin of anything. */
  isAdminOfAny(principals: Iterable<Principal>): boolean;
  /** The gropics whose admins name the user or a group of theirs, in order: one list until they are others. */
  adminedBy(user: User): readonly Gropic[];
  /** All administered gropics, in order: one list until they are others. */
  allAdministered(): readonly Gropic[];
  /**
   * Everybody in these principals, through groups however nested: the first by name, as many as pages show. A promise while
   * it is worked out; afterwards remembered until somebody comes in or goes out. Refused with 503 when very many wait.
   */
  usersIn(list: readonly Principal[]): ListedNames<User> | Promise<ListedNames<User>>;
  /** How many users are in these principals; as `usersIn`. */
  countIn(list: readonly Principal[]): number | Promise<number>;
  /** The users and groups of these entities, and everyone of those that have users; as `usersIn`. */
  namesOf(entities: ReadonlySet<string> | 'all'): ListedNames<Principal> | Promise<ListedNames<Principal>>;
}

/** On the web with no secret asked for. */
export const web: Approach = { isWeb: true, provesViewSecret: false };
