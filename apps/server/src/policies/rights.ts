import type { Gropic } from '@sheetwire/rules/gropic';
import type { Principal, User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { Perms } from '#ports/perms.ts';
import type { TopicHead } from '#ports/report-log.ts';
import type { Membership } from './membership.ts';
import type { Approach, Holder, TopicFacts } from './topic-rights.ts';

/** What may be asked of a map at one moment. */
export interface Reading<Key, Value> {
  readonly size: number;
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
  keys(): Iterable<Key>;
  values(): Iterable<Value>;
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
  /** As `firstUsersIn` of the membership, of a principal that open pages ask for several times a second. */
  firstUsersOf(principal: Principal, most: number): readonly User[];
}

/** On the web with no secret asked for. */
export const web: Approach = { isWeb: true, provesViewSecret: false };
