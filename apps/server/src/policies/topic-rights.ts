import { entityOf } from '@sheetwire/rules/gropic';
import type { Principal, User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { Perms } from '#ports/perms.ts';

/** A signed-in user with everything they belong to: themselves, their groups however nested, everyone of their entity. */
export interface Holder {
  readonly user: User;
  readonly principals: ReadonlySet<Principal>;
  /** True when the list names somebody the user is; who keeps rights remembers what was asked often. */
  isIn(list: readonly Principal[]): boolean;
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

/** True when the list names somebody the holder is. */
export function holds(holder: Holder, list: readonly Principal[]): boolean {
  return holder.isIn(list);
}

/** True when a list names one of these principals. */
export function names(list: readonly Principal[], principals: ReadonlySet<Principal>): boolean {
  return list.some((one) => principals.has(one));
}

function isOpenTo(holder: Holder, facts: TopicFacts): boolean {
  return facts.unadministered === 'entity' && entityOf(facts.topic) === entityOf(holder.user);
}
