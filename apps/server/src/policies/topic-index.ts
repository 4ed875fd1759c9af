import { entityOf, type Gropic, isReportGropic } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import type { Principal } from '@sheetwire/rules/principal';
import { groupOfTopic, type Topic } from '@sheetwire/rules/topic';
import type { Perms } from '#ports/perms.ts';
import type { TopicHead } from '#ports/report-log.ts';
import { mayTouchAdministered } from './addin-version.ts';
import type { Rights } from './rights.ts';
import type { Viewer } from './viewing.ts';

/**
 * Which live topics each gropic decides about and which gropics each principal may view, kept as reports and rights
 * change: a user's list costs what is in it, however many reports there are (quality, topic list).
 */
export class TopicIndex {
  #rights: Rights;
  /** What decides about each live topic: a gropic, or nothing. */
  readonly #topics = new Map<Topic, { readonly head: TopicHead; decidedBy: Gropic | undefined }>();
  readonly #decided = new Map<Gropic, Set<Topic>>();
  /** Topics without perms or view secret, by entity. */
  readonly #open = new Map<string, Set<Topic>>();
  readonly #ofGroup = new Map<Gropic, Set<Topic>>();
  readonly #viewable = new Map<Principal, Set<Gropic>>();

  constructor(rights: Rights) {
    this.#rights = rights;
    this.#grantAll(rights);
  }

  /** A topic came, went, or got another view secret. */
  topicChanged(before: TopicHead | undefined, after: TopicHead | undefined): void {
    const topic = (after ?? before)?.topic;
    if (topic === undefined) return;
    this.#take(topic);
    if (after?.isLive) this.#put(after);
  }

  /** Other rights hold; `changed` names the gropics whose lists are others, undefined says that any may be. */
  rightsChanged(after: Rights, changed?: Iterable<Gropic>): void {
    const before = this.#rights;
    this.#rights = after;
    if (changed === undefined) {
      this.#viewable.clear();
      this.#grantAll(after);
      for (const topic of this.#topics.keys()) this.#place(topic);
      return;
    }
    for (const gropic of changed) {
      this.#regrant(gropic, before.administered.get(gropic), after.administered.get(gropic));
      for (const topic of this.topicsUnder(gropic)) this.#place(topic);
    }
  }

  /** The live topics that a gropic's lists may decide about. */
  topicsUnder(gropic: Gropic): readonly Topic[] {
    if (!isReportGropic(gropic)) return [...(this.#ofGroup.get(gropic) ?? [])];
    const topic = branded<'Topic'>(gropic);
    return this.#topics.has(topic) ? [topic] : [];
  }

  /** The topics that a viewer may see, in order. */
  topicsOf(viewer: Viewer): readonly Topic[] {
    const topics: Topic[] = [];
    const open = this.#rights.unadministered === 'entity' ? this.#open.get(entityOf(viewer.user)) : undefined;
    for (const topic of open ?? []) topics.push(topic);
    for (const topic of this.#administeredFor(viewer)) topics.push(topic);
    return topics.sort();
  }

  /** An add-in that is too old sees none of them, and what comes without a browser proves no view secret. */
  *#administeredFor(viewer: Viewer): Iterable<Topic> {
    const isWeb = viewer.kind === 'session';
    if (!isWeb && !mayTouchAdministered(viewer.addinVersion)) return;
    for (const gropic of this.#gropicsOf(viewer)) {
      for (const topic of this.#decided.get(gropic) ?? []) if (isWeb || !this.#hasSecret(topic)) yield topic;
    }
  }

  #gropicsOf(viewer: Viewer): ReadonlySet<Gropic> {
    const gropics = new Set<Gropic>();
    for (const principal of this.#rights.holder(viewer.user).principals) {
      for (const gropic of this.#viewable.get(principal) ?? []) gropics.add(gropic);
    }
    return gropics;
  }

  #hasSecret(topic: Topic): boolean {
    return this.#topics.get(topic)?.head.viewSecret !== null;
  }

  #put(head: TopicHead): void {
    this.#topics.set(head.topic, { head, decidedBy: undefined });
    put(this.#ofGroup, groupOfTopic(head.topic), head.topic);
    this.#place(head.topic);
  }

  #take(topic: Topic): void {
    const known = this.#topics.get(topic);
    if (!known) return;
    this.#unplace(topic, known.decidedBy);
    take(this.#ofGroup, groupOfTopic(topic), topic);
    this.#topics.delete(topic);
  }

  #place(topic: Topic): void {
    const known = this.#topics.get(topic);
    if (!known) return;
    this.#unplace(topic, known.decidedBy);
    known.decidedBy = this.#rights.permsOf(topic)?.gropic;
    if (known.decidedBy !== undefined) put(this.#decided, known.decidedBy, topic);
    else if (known.head.viewSecret === null) put(this.#open, entityOf(topic), topic);
  }

  #unplace(topic: Topic, decidedBy: Gropic | undefined): void {
    if (decidedBy === undefined) take(this.#open, entityOf(topic), topic);
    else take(this.#decided, decidedBy, topic);
  }

  #grantAll(rights: Rights): void {
    for (const [gropic, { viewers }] of rights.administered) {
      for (const viewer of viewers) put(this.#viewable, viewer, gropic);
    }
  }

  #regrant(gropic: Gropic, before: Perms | undefined, after: Perms | undefined): void {
    for (const viewer of before?.viewers ?? []) take(this.#viewable, viewer, gropic);
    for (const viewer of after?.viewers ?? []) put(this.#viewable, viewer, gropic);
  }
}

function put<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}

function take<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const known = map.get(key);
  known?.delete(value);
  if (known?.size === 0) map.delete(key);
}
