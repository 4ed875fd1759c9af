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

interface Decided {
  readonly rights: RightsIndex;
  readonly gropic: Gropic;
  readonly hasSecret: boolean;
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
  decidedBy(rights: RightsIndex, gropic: Gropic, hasSecret: boolean): readonly Topic[] {
    const topics: Topic[] = [];
    this.#addDecided(topics, { rights, gropic, hasSecret });
    return topics;
  }

  /** True when there are live topics that the gropic's lists might decide about. */
  hasTopicsUnder(gropic: Gropic): boolean {
    const known = this.#groups.get(isReportGropic(gropic) ? groupOfTopic(branded<'Topic'>(gropic)) : gropic);
    if (known === undefined || !isReportGropic(gropic)) return known !== undefined;
    const topic = branded<'Topic'>(gropic);
    return known.free.has(topic) || known.secret.has(topic);
  }

  /** The topics that a viewer may see, in order. */
  topicsOf(rights: RightsIndex, viewer: Viewer): readonly Topic[] {
    return this.eachOf(rights, viewer).sort();
  }

  /** As `topicsOf`, in no order: who puts very many in order does that in steps. */
  eachOf(rights: RightsIndex, viewer: Viewer): Topic[] {
    const topics: Topic[] = [];
    if (rights.unadministered === 'entity') this.#addOpen(topics, rights, entityOf(viewer.user));
    this.#addAdministered(topics, rights, viewer);
    return topics;
  }

  /**
   * A text that viewers with the same topics share: of those of their principals that any list names as viewer, and of what
   * is open to their entity. Most people of a large portal view by the same few groups.
   */
  sameFor(rights: RightsIndex, { user }: Viewer): string {
    const named = [...rights.holder(user).principals].filter((one) => rights.viewableBy(one) !== undefined);
    const open = rights.unadministered === 'entity' ? entityOf(user) : '';
    return [open, ...named.sort()].join('\n');
  }

  /** Without lists that decide or a view secret. */
  #addOpen(topics: Topic[], rights: RightsIndex, entity: string): void {
    for (const gropic of this.#entities.get(entity) ?? []) {
      if (!rights.administered.has(gropic)) this.#addDecided(topics, { rights, gropic, hasSecret: false });
    }
  }

  /** An add-in that is too old sees none of them, and what comes without a browser proves no view secret. */
  #addAdministered(topics: Topic[], rights: RightsIndex, viewer: Viewer): void {
    const isWeb = viewer.kind === 'session';
    if (!isWeb && !mayTouchAdministered(viewer.addinVersion)) return;
    for (const gropic of gropicsOf(rights, viewer)) {
      this.#addDecided(topics, { rights, gropic, hasSecret: false });
      if (isWeb) this.#addDecided(topics, { rights, gropic, hasSecret: true });
    }
  }

  /** A report's own lists stand over those of its group. */
  #addDecided(topics: Topic[], { rights, gropic, hasSecret }: Decided): void {
    const topic = isReportGropic(gropic) ? branded<'Topic'>(gropic) : undefined;
    const known = this.#groups.get(topic === undefined ? gropic : groupOfTopic(topic));
    const some = hasSecret ? known?.secret : known?.free;
    if (some === undefined || some.size === 0) return;
    if (topic !== undefined) {
      if (some.has(topic)) topics.push(topic);
      return;
    }
    const own = rights.reportsWithLists(gropic);
    for (const one of some) if (!own?.has(gropicOf(one))) topics.push(one);
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

function gropicsOf(rights: RightsIndex, { user }: Viewer): ReadonlySet<Gropic> {
  const gropics = new Set<Gropic>();
  for (const principal of rights.holder(user).principals) {
    for (const gropic of rights.viewableBy(principal)?.keys() ?? []) gropics.add(gropic);
  }
  return gropics;
}
