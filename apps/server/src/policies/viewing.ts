import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { TopicHead } from '#ports/report-log.ts';
import { mayTouchAdministered } from './addin-version.ts';
import type { Rights } from './rights.ts';

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

/** What a viewer may do with a topic: the one question that every path to a report asks (semantics 2). */
export function viewOf(
  deps: ViewingDeps,
  {
    head,
    actor,
    viewSecret,
  }: { readonly head: TopicHead; readonly actor: Viewer; readonly viewSecret: string | undefined },
): View {
  const rights = deps.rights();
  const isWeb = actor.kind === 'session';
  if (!isWeb && rights.isAdministered(head.topic) && !mayTouchAdministered(actor.addinVersion)) return nothing;
  const approach = { isWeb, provesViewSecret: !isWeb && deps.provesViewSecret(head, viewSecret) };
  return {
    mayView: rights.mayView(actor.user, head, approach),
    mayInteract: isWeb && rights.mayInteract(actor.user, head, approach),
  };
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
  return head?.isLive === true && viewOf(deps, { head, actor, viewSecret: undefined }).mayView;
}
