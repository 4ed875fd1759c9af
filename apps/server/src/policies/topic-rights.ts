import { entityOf } from '@sheetwire/rules/gropic';
import { everyoneOf, type Principal, type User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { Perms } from '#ports/perms.ts';

/** A signed-in user with everything they belong to: themselves, their groups however nested, everyone of their entity. */
export interface Holder {
  readonly user: User;
  readonly principals: ReadonlySet<Principal>;
}

/** What decides about a topic: the first of report-level and group-level perms, or none (semantics 2). */
export interface TopicFacts {
  readonly topic: Topic;
  readonly perms: Perms | undefined;
  readonly hasViewSecret: boolean;
  readonly hasPublishSecret: boolean;
  readonly unadministered: 'entity' | 'none';
}

/** How the user comes: on the web a viewing right overrides the view secret; add-in and API still prove it. */
export interface Approach {
  readonly isWeb: boolean;
  /** The view secret was given and is right. */
  readonly provesViewSecret: boolean;
}

/** May this user see the report (semantics 2)? */
export function mayView(holder: Holder, facts: TopicFacts, approach: Approach): boolean {
  const secretStands = facts.hasViewSecret && !approach.provesViewSecret;
  if (facts.perms) return holds(holder, facts.perms.viewers) && (approach.isWeb || !secretStands);
  return isOpenTo(holder, facts) && !secretStands;
}

/** May this user publish the report? The publish secret is proved apart from this (semantics 2). */
export function mayPublish(holder: Holder, facts: TopicFacts): boolean {
  return facts.perms ? holds(holder, facts.perms.publishers) : isOpenTo(holder, facts);
}

/** May this user use the report's controls? Nobody may on an unadministered report (interfaces 9). */
export function mayInteract(holder: Holder, facts: TopicFacts, approach: Approach): boolean {
  return facts.perms !== undefined && mayView(holder, facts, approach) && holds(holder, facts.perms.interactors);
}

function holds(holder: Holder, principals: readonly Principal[]): boolean {
  return names(principals, holder.principals);
}

/** True when a list names one of these principals. */
export function names(list: readonly Principal[], principals: ReadonlySet<Principal>): boolean {
  if (list.length <= FEW) return list.some((one) => principals.has(one));
  if (principals.size > FEW) return answers.of(list, principals);
  return hasOne(setOf(list), principals);
}

const FEW = 4;

function hasOne(list: ReadonlySet<Principal>, principals: ReadonlySet<Principal>): boolean {
  for (const one of principals) if (list.has(one)) return true;
  return false;
}

/** A long list is made a set once: a check must not cost more the more names it holds (quality, rights). */
const sets = new WeakMap<readonly Principal[], ReadonlySet<Principal>>();

function setOf(principals: readonly Principal[]): ReadonlySet<Principal> {
  const known = sets.get(principals);
  if (known) return known;
  const made = new Set(principals);
  sets.set(principals, made);
  return made;
}

/** Whether somebody in many groups stands in a long list is worked out once; neither ever changes. */
class Answers {
  static readonly #most = 1_000_000;
  #known = new WeakMap<ReadonlySet<Principal>, WeakMap<readonly Principal[], boolean>>();
  #count = 0;

  of(list: readonly Principal[], principals: ReadonlySet<Principal>): boolean {
    const known = this.#known.get(principals)?.get(list);
    if (known !== undefined) return known;
    const answer = !principals.isDisjointFrom(setOf(list));
    this.#keep(list, principals, answer);
    return answer;
  }

  #keep(list: readonly Principal[], principals: ReadonlySet<Principal>, answer: boolean): void {
    if (++this.#count > Answers.#most) {
      this.#known = new WeakMap();
      this.#count = 0;
    }
    const known = this.#known.get(principals) ?? new WeakMap();
    this.#known.set(principals, known.set(list, answer));
  }
}

const answers = new Answers();

function isOpenTo(holder: Holder, facts: TopicFacts): boolean {
  return facts.unadministered === 'entity' && entityOf(facts.topic) === entityOf(holder.user);
}

/** The principals of a user who is in no group. */
export function loneHolder(user: User): Holder {
  return { user, principals: new Set<Principal>([user, everyoneOf(entityOf(user))]) };
}
