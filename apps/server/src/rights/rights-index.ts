import type { Gropic } from '@sheetwire/rules/gropic';
import type { Principal, User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { Account } from '#policies/membership.ts';
import { type ListedNames, type Rights, web } from '#policies/rights.ts';
import {
  type Approach,
  type Holder,
  mayInteract,
  mayPublish,
  mayView,
  type TopicFacts,
} from '#policies/topic-rights.ts';
import type { GroupRecord, Perms } from '#ports/perms.ts';
import type { TopicHead } from '#ports/report-log.ts';
import { ListsIndex } from './lists-index.ts';
import { MembershipIndex, type PeopleChange } from './membership-index.ts';
import type { PersistentMap } from './persistent-map.ts';
import type { Members } from './persistent-sets.ts';
import { Remembered } from './remembered.ts';

/** Everything rights depend on, as it stands in the store. */
export interface RightsFacts {
  readonly perms: readonly Perms[];
  readonly groups: readonly GroupRecord[];
  readonly accounts?: readonly Account[];
  readonly unadministered: 'entity' | 'none';
}

/** Lists, groups and accounts as they are now; undefined is one that is gone. */
export interface RightsChange extends PeopleChange {
  readonly perms: ReadonlyMap<Gropic, Perms | undefined>;
}

/** New rights beside those before, and what was changed of them. */
export interface RightsStep {
  readonly before: RightsIndex;
  readonly after: RightsIndex;
  /** Gropics whose lists are others. */
  readonly changed: readonly Gropic[];
  /** From whom on upwards somebody's groups may be others. */
  readonly touched: ReadonlySet<Principal>;
}

interface Facts {
  readonly stamp: number;
  /** The stamp of the last change of lists. */
  readonly listsAt: number;
  readonly unadministered: 'entity' | 'none';
  readonly lists: ListsIndex;
  readonly membership: MembershipIndex;
}

/**
 * The rights of one moment, found by whom and by what they are of. A change costs what it changes and leaves this moment
 * as it was, so that what a user could see before and after stands side by side. What was asked often is remembered for
 * the newest moment, in one place.
 */
export class RightsIndex implements Rights {
  readonly stamp: number;
  readonly membership: MembershipIndex;
  readonly unadministered: 'entity' | 'none';
  readonly administered: PersistentMap<Gropic, Perms>;
  readonly #lists: ListsIndex;
  readonly #listsAt: number;
  /** Handed on to the next moment; an older one is asked seldom. */
  #remembered: Remembered;

  private constructor(facts: Facts) {
    this.stamp = facts.stamp;
    this.membership = facts.membership;
    this.unadministered = facts.unadministered;
    this.administered = facts.lists.perms;
    this.#lists = facts.lists;
    this.#listsAt = facts.listsAt;
    this.#remembered = new Remembered(facts.stamp);
  }

  /** Rights of nobody, to be filled: `stamp` is beyond that of the rights in whose place they come. */
  static empty(unadministered: 'entity' | 'none', stamp = 0): RightsIndex {
    const [lists, membership] = [new ListsIndex(), new MembershipIndex()];
    return new RightsIndex({ stamp, listsAt: stamp, unadministered, lists, membership });
  }

  static of({ perms, groups, accounts = [], unadministered }: RightsFacts): RightsIndex {
    const rights = RightsIndex.empty(unadministered);
    for (const lists of perms) rights.fillPerms(lists);
    for (const group of groups) rights.membership.groups.fill(group);
    for (const account of accounts) rights.membership.fillAccount(account);
    return rights;
  }

  /** Puts lists into rights that are still being built, before anybody asks them anything. */
  fillPerms(lists: Perms): void {
    this.#lists.fill(lists);
  }

  /** The rights after a change, beside these. */
  with(change: RightsChange): RightsStep {
    const stamp = this.stamp + 1;
    const people = change.groups.size + change.accounts.size > 0 ? this.membership.with(change) : undefined;
    const lists = change.perms.size > 0 ? this.#lists.with(change.perms) : undefined;
    const touched = people?.touched ?? new Set();
    if (people === undefined && lists === undefined) return { before: this, after: this, changed: [], touched };
    const after = new RightsIndex({
      stamp,
      listsAt: lists ? stamp : this.#listsAt,
      unadministered: this.unadministered,
      lists: lists?.after ?? this.#lists,
      membership: people?.after ?? this.membership,
    });
    after.#remembered = this.#remembered;
    this.#remembered = new Remembered(this.stamp);
    if (people) after.#remembered.peopleChanged(stamp, people);
    if (lists) after.#remembered.listsChanged(stamp, lists);
    return { before: this, after, changed: [...change.perms.keys()], touched };
  }

  holder(user: User): Holder {
    return this.#remembered.holder(user, this.membership);
  }

  permsOf(topic: Topic): Perms | undefined {
    return this.#remembered.permsOf(topic, this.#listsAt, this.administered);
  }

  facts(head: Pick<TopicHead, 'topic' | 'viewSecret' | 'publishSecret'>): TopicFacts {
    return {
      topic: head.topic,
      perms: this.permsOf(head.topic),
      hasViewSecret: head.viewSecret !== null,
      hasPublishSecret: head.publishSecret !== null,
      unadministered: this.unadministered,
    };
  }

  mayView(user: User, head: TopicHead, approach: Approach = web): boolean {
    return mayView(this.holder(user), this.facts(head), approach);
  }

  mayPublish(user: User, topic: Topic): boolean {
    return mayPublish(this.holder(user), this.facts({ topic, viewSecret: null, publishSecret: null }));
  }

  mayInteract(user: User, head: TopicHead, approach: Approach = web): boolean {
    return mayInteract(this.holder(user), this.facts(head), approach);
  }

  isAdministered(topic: Topic): boolean {
    return this.permsOf(topic) !== undefined;
  }

  /** The gropics that name a principal as who may view, publish or administer them. */
  gropicsBy(as: 'viewable' | 'published' | 'admined', principal: Principal): Members<Gropic> | undefined {
    return this.#lists[as].get(principal);
  }

  /** The reports of a group that have lists of their own. */
  reportsWithLists(group: Gropic): Members<Gropic> | undefined {
    return this.#lists.reports.get(group);
  }

  viewsChangedAt(user: User): number {
    return this.#remembered.viewsChangedAt(user, this.membership);
  }

  isAdminOfAny(principals: Iterable<Principal>): boolean {
    for (const principal of principals) if (this.#lists.admined.has(principal)) return true;
    return false;
  }

  adminedBy(user: User): readonly Gropic[] {
    return this.#remembered.adminedBy(user, this.membership, () => {
      const gropics = new Set<Gropic>();
      for (const principal of this.holder(user).principals) {
        for (const gropic of this.#lists.admined.get(principal)?.keys() ?? []) gropics.add(gropic);
      }
      return [...gropics].sort();
    });
  }

  allAdministered(): readonly Gropic[] {
    return this.#remembered.allAdministered(() => this.administered.keys());
  }

  usersIn(list: readonly Principal[]): ListedNames<User> | Promise<ListedNames<User>> {
    return this.#remembered.users.first(list, this.membership);
  }

  countIn(list: readonly Principal[]): number | Promise<number> {
    return this.#remembered.users.count(list, this.membership);
  }

  namesOf(entities: ReadonlySet<string> | 'all'): ListedNames<Principal> | Promise<ListedNames<Principal>> {
    return this.#remembered.names.of(entities, this.membership);
  }
}
