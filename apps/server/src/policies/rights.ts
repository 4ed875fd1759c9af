import type { Gropic } from '@sheetwire/rules/gropic';
import type { User } from '@sheetwire/rules/principal';
import { gropicOf, groupOfTopic, type Topic } from '@sheetwire/rules/topic';
import type { GroupRecord, Perms } from '#ports/perms.ts';
import type { TopicHead } from '#ports/report-log.ts';
import { type Account, Membership } from './membership.ts';
import { type Approach, type Holder, mayInteract, mayPublish, mayView, type TopicFacts } from './topic-rights.ts';

/** Everything rights depend on, as it stands in the store. */
export interface RightsFacts {
  readonly perms: readonly Perms[];
  readonly groups: readonly GroupRecord[];
  readonly accounts?: readonly Account[];
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
  readonly membership: Membership;
  readonly unadministered: 'entity' | 'none';
  readonly #perms: ReadonlyMap<Gropic, Perms>;
  readonly #deciding = new Map<Topic, Perms | typeof NONE>();

  constructor(perms: ReadonlyMap<Gropic, Perms>, membership: Membership, unadministered: 'entity' | 'none') {
    this.#perms = perms;
    this.membership = membership;
    this.unadministered = unadministered;
  }

  static of({ perms, groups, accounts = [], unadministered }: RightsFacts): Rights {
    return new Rights(permsByGropic(perms), Membership.of(groups, accounts), unadministered);
  }

  /** These rights with the lists of some gropics as they are now; undefined makes one unadministered. */
  withPerms(changed: ReadonlyMap<Gropic, Perms | undefined>): Rights {
    const perms = new Map(this.#perms);
    for (const [gropic, lists] of changed) {
      if (lists) perms.set(gropic, lists);
      else perms.delete(gropic);
    }
    return new Rights(perms, this.membership, this.unadministered);
  }

  /** These rights with other groups or accounts. */
  withMembership(membership: Membership): Rights {
    return new Rights(this.#perms, membership, this.unadministered);
  }

  /** Every administered gropic. */
  get administered(): ReadonlyMap<Gropic, Perms> {
    return this.#perms;
  }

  /** The user with every group they are in, directly or through other groups; a cycle is harmless (semantics 1). */
  holder(user: User): Holder {
    return this.membership.holder(user);
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

  /** True when perms of the report or its group decide: old add-ins are kept out then (spec 2, Help). */
  isAdministered(topic: Topic): boolean {
    return this.facts({ topic, viewSecret: null, publishSecret: null }).perms !== undefined;
  }
}

/** Lists by what they are the lists of. */
export function permsByGropic(perms: readonly Perms[]): ReadonlyMap<Gropic, Perms> {
  return new Map(perms.map((one) => [one.gropic, one]));
}
