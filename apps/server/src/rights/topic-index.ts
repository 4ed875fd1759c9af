import { entityOf, type Gropic, isReportGropic } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import { gropicOf, groupOfTopic, type Topic } from '@sheetwire/rules/topic';
import { mayTouchAdministered } from '#policies/addin-version.ts';
import type { Viewer } from '#policies/viewing.ts';
import type { TopicHead } from '#ports/report-log.ts';
import type { RightsIndex } from './rights-index.ts';

/** Live topics of a group: those that ask for no secret, and those that do. */
interface Topics {
  readonly free: Set<Topic>;
  readonly secret: Set<Topic>;
}

/**
 * The live topics by their groups, kept as reports come and go. Beside the index of who may view which gropic a user's
 * list costs what is in it, however many reports there are (quality, topic list); a change of rights costs nothing here.
 */
export class TopicIndex {
  readonly #groups = new Map<Gropic, Topics>();
  readonly #entities = new Map<string, Set<Gropic>>();

  /** A topic came, went, or got another view secret. */
  topicChanged(before: TopicHead | undefined, after: TopicHead | undefined): void {
    const topic = (after ?? before)?.topic;
    if (topic === undefined) return;
    this.#take(topic);
    if (after?.isLive) this.#put(after);
  }

  /** The live topics that a gropic's lists decide about, with secrets or without. */
  *decidedBy(rights: RightsIndex, gropic: Gropic, hasSecret: boolean): Generator<Topic> {
    const topics = this.#groups.get(isReportGropic(gropic) ? groupOfTopic(branded<'Topic'>(gropic)) : gropic);
    const some = hasSecret ? topics?.secret : topics?.free;
    if (some === undefined) return;
    if (!isReportGropic(gropic)) return yield* withoutLists(some, rights, gropic);
    const topic = branded<'Topic'>(gropic);
    if (some.has(topic)) yield topic;
  }

  /** The topics that a viewer may see, in order. */
  topicsOf(rights: RightsIndex, viewer: Viewer): readonly Topic[] {
    const topics: Topic[] = [];
    if (rights.unadministered === 'entity') {
      for (const topic of this.#openIn(rights, entityOf(viewer.user))) topics.push(topic);
    }
    for (const topic of this.#administeredFor(rights, viewer)) topics.push(topic);
    return topics.sort();
  }

  /** Without lists that decide or a view secret. */
  *#openIn(rights: RightsIndex, entity: string): Generator<Topic> {
    for (const group of this.#entities.get(entity) ?? []) {
      if (!rights.administered.has(group)) yield* this.decidedBy(rights, group, false);
    }
  }

  /** An add-in that is too old sees none of them, and what comes without a browser proves no view secret. */
  *#administeredFor(rights: RightsIndex, viewer: Viewer): Generator<Topic> {
    const isWeb = viewer.kind === 'session';
    if (!isWeb && !mayTouchAdministered(viewer.addinVersion)) return;
    for (const gropic of gropicsOf(rights, viewer)) {
      yield* this.decidedBy(rights, gropic, false);
      if (isWeb) yield* this.decidedBy(rights, gropic, true);
    }
  }

  #put({ topic, viewSecret }: TopicHead): void {
    const group = groupOfTopic(topic);
    const known = this.#groups.get(group);
    const topics = known ?? { free: new Set(), secret: new Set() };
    if (known === undefined) this.#groups.set(group, topics);
    (viewSecret === null ? topics.free : topics.secret).add(topic);
    const groups = this.#entities.get(entityOf(group));
    if (groups) groups.add(group);
    else this.#entities.set(entityOf(group), new Set([group]));
  }

  #take(topic: Topic): void {
    const group = groupOfTopic(topic);
    const topics = this.#groups.get(group);
    if (topics === undefined) return;
    topics.free.delete(topic);
    topics.secret.delete(topic);
    if (topics.free.size + topics.secret.size > 0) return;
    this.#groups.delete(group);
    const groups = this.#entities.get(entityOf(group));
    groups?.delete(group);
    if (groups?.size === 0) this.#entities.delete(entityOf(group));
  }
}

/** A report's own lists stand over those of its group. */
function* withoutLists(topics: ReadonlySet<Topic>, rights: RightsIndex, group: Gropic): Generator<Topic> {
  const own = rights.reportsWithLists(group);
  for (const topic of topics) if (!own?.has(gropicOf(topic))) yield topic;
}

function gropicsOf(rights: RightsIndex, { user }: Viewer): ReadonlySet<Gropic> {
  const gropics = new Set<Gropic>();
  for (const principal of rights.holder(user).principals) {
    for (const gropic of rights.viewableBy(principal)?.keys() ?? []) gropics.add(gropic);
  }
  return gropics;
}
