import { entityOf, type Gropic } from '@sheetwire/rules/gropic';
import { everyoneOf, type Group, type Principal, type User } from '@sheetwire/rules/principal';
import { gropicOf, groupOfTopic, type Topic } from '@sheetwire/rules/topic';
import type { GroupRecord, Perms } from '#ports/perms.ts';
import type { TopicHead } from '#ports/report-log.ts';
import { type Approach, type Holder, mayInteract, mayPublish, mayView, type TopicFacts } from './topic-rights.ts';

/** Everything rights depend on, as it stands in the store. */
export interface RightsFacts {
  readonly perms: readonly Perms[];
  readonly groups: readonly GroupRecord[];
  readonly unadministered: 'entity' | 'none';
}

/** Topics whose deciding lists are remembered; publishers may name any. */
const MAX_TOPICS = 200_000;
const NONE = null;

/** On the web with no secret asked for. */
export const web: Approach = { isWeb: true, provesViewSecret: false };

/**
 * Rights at one moment. It never changes: a change of perms or groups makes a new one, so that what a user could see
 * before and after can be held side by side.
 */
export class Rights {
  readonly #perms: ReadonlyMap<Gropic, Perms>;
  readonly #groupsOf: ReadonlyMap<Principal, readonly Group[]>;
  readonly unadministered: 'entity' | 'none';
  readonly #deciding = new Map<Topic, Perms | typeof NONE>();
  readonly #holders = new Map<User, Holder>();

  constructor(facts: RightsFacts) {
    this.#perms = new Map(facts.perms.map((perms) => [perms.gropic, perms]));
    this.#groupsOf = invert(facts.groups);
    this.unadministered = facts.unadministered;
  }

  /** The user with every group they are in, directly or through other groups; a cycle is harmless (semantics 1). */
  holder(user: User): Holder {
    const known = this.#holders.get(user);
    if (known) return known;
    const principals = new Set<Principal>([user, everyoneOf(entityOf(user))]);
    for (const principal of principals) {
      for (const group of this.#groupsOf.get(principal) ?? []) principals.add(group);
    }
    const holder = { user, principals };
    this.#holders.set(user, holder);
    return holder;
  }

  /** The lists that decide about a topic: the report's own, else its group's (semantics 2). */
  permsOf(topic: Topic): Perms | undefined {
    const known = this.#deciding.get(topic);
    if (known !== undefined) return known ?? undefined;
    const perms = this.#perms.get(gropicOf(topic)) ?? this.#perms.get(groupOfTopic(topic));
    if (this.#deciding.size >= MAX_TOPICS) this.#deciding.clear();
    this.#deciding.set(topic, perms ?? NONE);
    return perms;
  }

  facts(head: Pick<TopicHead, 'topic' | 'viewSecret' | 'publishSecret'>): TopicFacts {
    const { topic } = head;
    return {
      topic,
      perms: this.permsOf(topic),
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

  /** True when perms of the report or its group decide: old add-ins are kept out then (spec 2, Help). */
  isAdministered(topic: Topic): boolean {
    return this.facts({ topic, viewSecret: null, publishSecret: null }).perms !== undefined;
  }
}

function invert(groups: readonly GroupRecord[]): Map<Principal, Group[]> {
  const groupsOf = new Map<Principal, Group[]>();
  for (const group of groups) {
    for (const member of group.members) {
      const known = groupsOf.get(member);
      if (known) known.push(group.name);
      else groupsOf.set(member, [group.name]);
    }
  }
  return groupsOf;
}
