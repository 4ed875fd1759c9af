import { entityOf, type Gropic, isReportGropic } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import type { Principal } from '@sheetwire/rules/principal';
import { gropicOf, groupOfTopic, type Topic } from '@sheetwire/rules/topic';
import { inOneGo } from '#lib/slices.ts';
import { mayTouchAdministered } from '#policies/addin-version.ts';
import type { Administrator } from '#policies/administering.ts';
import type { Viewer } from '#policies/viewing.ts';
import type { TopicHead } from '#ports/report-log.ts';
import type { Members } from './persistent-sets.ts';
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

/** What a user may publish or administers: live topics, and the gropics that name the user as publisher. */
export interface Owned {
  readonly topics: readonly Topic[];
  readonly published: ReadonlySet<Gropic>;
}

/** Names that are looked at between two steps. */
const STEP = 32;

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
    const topics = new Set<Topic>();
    inOneGo(this.#addDecided(topics, { rights, gropic, hasSecret }));
    return [...topics];
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
    return inOneGo(this.eachOf(rights, viewer)).sort();
  }

  /** As `topicsOf`, in no order and in steps: they may be very many. */
  *eachOf(rights: RightsIndex, viewer: Viewer): Generator<void, Topic[]> {
    const topics = new Set<Topic>();
    const entity = entityOf(viewer.user);
    if (rights.unadministered === 'entity') yield* this.#addOpen(topics, rights, { entity, secrets: FREE });
    yield* this.#addAdministered(topics, rights, viewer);
    return [...topics];
  }

  /**
   * What a user may publish or, unless that is blocked, administers, in no order and in steps: it costs what is in it. A super
   * administrator has no more by that.
   */
  *ownedBy(rights: RightsIndex, { user, blockAdminPage }: Owner): Generator<void, Owned> {
    const topics = new Set<Topic>();
    if (rights.unadministered === 'entity')
      yield* this.#addOpen(topics, rights, { entity: entityOf(user), secrets: ANY });
    const { principals } = rights.holder(user);
    const published = yield* gropicsOf(principals, (one) => rights.gropicsBy('published', one));
    const own = blockAdminPage ? NONE : yield* gropicsOf(principals, (one) => rights.gropicsBy('admined', one));
    for (const gropic of published.union(own)) {
      for (const hasSecret of ANY) yield* this.#addDecided(topics, { rights, gropic, hasSecret });
    }
    return { topics: [...topics], published };
  }

  /**
   * A text that viewers with the same topics share: of those of their principals that any list names as viewer, and of what
   * is open to their entity. Most people of a large portal view by the same few groups.
   */
  sameFor(rights: RightsIndex, { user }: Viewer): string {
    const named = [...rights.holder(user).principals].filter((one) => rights.gropicsBy('viewable', one) !== undefined);
    const open = rights.unadministered === 'entity' ? entityOf(user) : '';
    return [open, ...named.sort()].join('\n');
  }

  /** Without lists that decide. */
  *#addOpen(
    topics: Set<Topic>,
    rights: RightsIndex,
    { entity, secrets }: { readonly entity: string; readonly secrets: readonly boolean[] },
  ): Generator<void> {
    let looked = 0;
    for (const gropic of this.#entities.get(entity) ?? []) {
      if (++looked % STEP === 0) yield;
      if (rights.administered.has(gropic)) continue;
      for (const hasSecret of secrets) yield* this.#addDecided(topics, { rights, gropic, hasSecret });
    }
  }

  /** An add-in that is too old sees none of them, and what comes without a browser proves no view secret. */
  *#addAdministered(topics: Set<Topic>, rights: RightsIndex, viewer: Viewer): Generator<void> {
    const isWeb = viewer.kind === 'session';
    if (!isWeb && !mayTouchAdministered(viewer.addinVersion)) return;
    const { principals } = rights.holder(viewer.user);
    for (const gropic of yield* gropicsOf(principals, (one) => rights.gropicsBy('viewable', one))) {
      for (const hasSecret of isWeb ? ANY : FREE) yield* this.#addDecided(topics, { rights, gropic, hasSecret });
    }
  }

  /** A report's own lists stand over those of its group. One that moves meanwhile may be met twice. */
  *#addDecided(topics: Set<Topic>, { rights, gropic, hasSecret }: Decided): Generator<void> {
    yield;
    const topic = isReportGropic(gropic) ? branded<'Topic'>(gropic) : undefined;
    const known = this.#groups.get(topic === undefined ? gropic : groupOfTopic(topic));
    const some = hasSecret ? known?.secret : known?.free;
    if (some === undefined || some.size === 0) return;
    if (topic !== undefined) {
      if (some.has(topic)) topics.add(topic);
      return;
    }
    const own = rights.reportsWithLists(gropic);
    let looked = 0;
    for (const one of some) {
      if (!own?.has(gropicOf(one))) topics.add(one);
      if (++looked % STEP === 0) yield;
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

type Owner = Pick<Administrator, 'user' | 'blockAdminPage'>;

/** Topics that ask for no secret, or any. */
const [FREE, ANY] = [[false], [false, true]];
const NONE: ReadonlySet<Gropic> = new Set();

/** The gropics that name one of these principals, each once. */
function* gropicsOf(
  principals: Iterable<Principal>,
  naming: (principal: Principal) => Members<Gropic> | undefined,
): Generator<void, ReadonlySet<Gropic>> {
  const gropics = new Set<Gropic>();
  let looked = 0;
  for (const principal of principals) {
    // Of one moment: rights may change between two steps.
    for (const gropic of [...(naming(principal)?.keys() ?? [])]) {
      gropics.add(gropic);
      if (++looked % STEP === 0) yield;
    }
  }
  return gropics;
}
