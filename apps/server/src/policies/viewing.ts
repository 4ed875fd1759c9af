import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { TopicHead } from '#ports/report-log.ts';
import { mayTouchAdministered } from './addin-version.ts';
import type { Rights } from './rights.ts';
import type { Approach } from './topic-rights.ts';

export interface ViewingDeps {
  readonly rights: () => Rights;
  /** True when the given view secret is the topic's. */
  readonly provesViewSecret: (head: TopicHead, given: string | undefined) => boolean;
}

/** Who looks, and how they came. */
export interface Viewer {
  readonly user: User;
  readonly kind: 'session' | 'credential' | 'apikey';
  readonly addinVersion: string | null;
}

export interface View {
  readonly mayView: boolean;
  readonly mayInteract: boolean;
}

/** Who asks for which report, and the view secret that was given. */
interface Asked {
  readonly head: TopicHead;
  readonly actor: Viewer;
  readonly viewSecret: string | undefined;
}

/** What a viewer may do with a topic: the one question that every path to a report asks (semantics 2). */
export function viewOf(deps: ViewingDeps, asked: Asked): View {
  const rights = deps.rights();
  const approach = approachOf(deps, rights, asked);
  if (!approach) return nothing;
  const { head, actor } = asked;
  return {
    mayView: rights.mayView(actor.user, head, approach),
    mayInteract: approach.isWeb && rights.mayInteract(actor.user, head, approach),
  };
}

/** Undefined for an add-in that is too old. */
function approachOf(deps: ViewingDeps, rights: Rights, { head, actor, viewSecret }: Asked): Approach | undefined {
  const isWeb = actor.kind === 'session';
  if (!isWeb && rights.isAdministered(head.topic) && !mayTouchAdministered(actor.addinVersion)) return undefined;
  return { isWeb, provesViewSecret: !isWeb && deps.provesViewSecret(head, viewSecret) };
}

const nothing: View = { mayView: false, mayInteract: false };

/** The topics of a list that a viewer may see, in order. */
export function viewable(deps: ViewingDeps, actor: Viewer, heads: Iterable<TopicHead>): Topic[] {
  const topics: Topic[] = [];
  for (const head of heads) {
    if (isViewable(deps, actor, head)) topics.push(head.topic);
  }
  return topics.sort();
}

/** May the viewer see this report in a list, which asks for no secret? One that does not exist nobody may. */
export function isViewable(deps: ViewingDeps, actor: Viewer, head: TopicHead | undefined): boolean {
  if (head?.isLive !== true) return false;
  const rights = deps.rights();
  const approach = approachOf(deps, rights, { head, actor, viewSecret: undefined });
  return approach !== undefined && rights.mayView(actor.user, head, approach);
}
