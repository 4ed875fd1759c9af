import { entityOf } from '@sheetwire/rules/gropic';
import { everyoneOf, type Principal, type User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { Perms } from '#ports/perms.ts';

/** A signed-in user with everything they belong to: themselves, their groups however nested, everyone of their entity. */
export interface Holder {
  readonly user: User;
  readonly principals: ReadonlySet<Principal>;
  readonly answers?: Answers;
}

/** Whether lists that were asked about hold the user, the last one apart. */
export interface Answers {
  readonly known: Map<readonly Principal[], boolean>;
  list: readonly Principal[] | undefined;
  answer: boolean;
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
  if (facts.perms) return holds(holder, facts.perms.viewers) && (approach.isWeb || !secretStands(facts, approach));
  return isOpenTo(holder, facts) && !secretStands(facts, approach);
}

function secretStands(facts: TopicFacts, approach: Approach): boolean {
  return facts.hasViewSecret && !approach.provesViewSecret;
}

/** May this user publish the report? The publish secret is proved apart from this (semantics 2). */
export function mayPublish(holder: Holder, facts: TopicFacts): boolean {
  return facts.perms ? holds(holder, facts.perms.publishers) : isOpenTo(holder, facts);
}

/** May this user use the report's controls? Nobody may on an unadministered report (interfaces 9). */
export function mayInteract(holder: Holder, facts: TopicFacts, approach: Approach): boolean {
  return facts.perms !== undefined && mayView(holder, facts, approach) && holds(holder, facts.perms.interactors);
}

/** True when the list names somebody the holder is. In many groups and long lists it is worked out once. */
export function holds({ principals, answers }: Holder, list: readonly Principal[]): boolean {
  if (answers === undefined) return names(list, principals);
  // Reports of one group, which are asked for one after the other, have the same lists.
  if (answers.list !== list) {
    answers.answer = answerTo(list, principals, answers.known);
    answers.list = list;
  }
  return answers.answer;
}

/** Lists and principals never change, so what was answered stays right. */
function answerTo(list: readonly Principal[], principals: Holder['principals'], known: Answers['known']): boolean {
  if (list.length <= FEW) return names(list, principals);
  const before = known.get(list);
  if (before !== undefined) return before;
  const answer = names(list, principals);
  if (known.size >= MOST_ANSWERS) known.clear();
  known.set(list, answer);
  return answer;
}

const FEW = 4;
const MOST_ANSWERS = 500;

/** True when a list names one of these principals. */
export function names(list: readonly Principal[], principals: ReadonlySet<Principal>): boolean {
  if (list.length <= principals.size) return list.some((one) => principals.has(one));
  return !principals.isDisjointFrom(setOf(list));
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

function isOpenTo(holder: Holder, facts: TopicFacts): boolean {
  return facts.unadministered === 'entity' && entityOf(facts.topic) === entityOf(holder.user);
}

/** The principals of a user who is in no group. */
export function loneHolder(user: User): Holder {
  return { user, principals: new Set<Principal>([user, everyoneOf(entityOf(user))]) };
}
