import type { Topic } from '@sheetwire/rules/topic';
import { isListed } from '#lib/lists/sorted.ts';
import { WorkLine } from '#lib/lists/work-line.ts';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import type { Rights } from '#policies/rights.ts';
import type { Viewer } from '#policies/viewing.ts';
import type { TopicHead } from '#ports/report-log.ts';
import { listing, relisting, type TopicList } from './topic-list.ts';

/** Lists kept at once, and topics in all of them; a list is worked out again when it was dropped. */
const MAX_LISTS = 10_000;
const MAX_TOPICS = 20_000_000;

/** Lists that users with the same rights share, each of a part of all topics at most. */
const MAX_SHARED = 50;

/** Changes of the catalogue that a list is held against one by one; one that is further behind is worked out again. */
const MAX_CHANGES = 200;
/** Lists that are being worked out, or wait for it. */
const MAX_WAITING = 10_000;

interface KeptList {
  /** The stamp of the rights up to which it is known to hold. */
  stamp: number;
  /** The change of the catalogue up to which it is known to hold. */
  catalogue: number;
  readonly list: TopicList;
}

/** A list that is being worked out, by the rights of a stamp and not before so many changes of the catalogue. */
interface Pending {
  readonly stamp: number;
  readonly catalogue: number;
  readonly list: Promise<TopicList>;
}

export interface TopicListsDeps {
  readonly rights: () => Pick<Rights, 'stamp' | 'viewsChangedAt'>;
  /** From the index of who may view what; in any order and in steps. */
  readonly topicsOf: (viewer: Viewer) => Generator<void, readonly Topic[]>;
  /** True when the topic is in the viewer's list, by the rights and the catalogue of now. */
  readonly isSeen: (viewer: Viewer, topic: Topic) => boolean;
  /** Viewers of one text have the same topics, by the rights of now. */
  readonly sameFor: (viewer: Viewer) => string;
}

/**
 * Each user's topics, worked out again only when rights changed that the user holds, and changed where a topic came or
 * went that the user may see; once for all users who view the same, however many of them ask.
 */
export class TopicLists {
  readonly #deps: TopicListsDeps;
  readonly #most: number;
  readonly #lists = new Map<string, KeptList>();
  readonly #shared = new BoundedMap<string, KeptList>(MAX_SHARED);
  /** Lists that are being worked out, which all share who view the same. */
  readonly #pending = new Map<string, Pending>();
  readonly #line = new WorkLine(MAX_WAITING);
  /** The last topics that came, went or got another view secret, the newest last. */
  #changed: Topic[] = [];
  #catalogue = 0;
  #held = 0;

  constructor(deps: TopicListsDeps, most = MAX_TOPICS) {
    this.#deps = deps;
    this.#most = most;
  }

  /** Call when a topic came, went, or got another view secret. */
  changed(before: Pick<TopicHead, 'topic'> | undefined, after: Pick<TopicHead, 'topic'> | undefined): void {
    const topic = (after ?? before)?.topic;
    if (topic === undefined) return;
    this.#catalogue++;
    this.#changed.push(topic);
    if (this.#changed.length > 2 * MAX_CHANGES) this.#changed = this.#changed.slice(-MAX_CHANGES);
  }

  /** A promise while a long list is worked out. Refused with 503 when very many wait for theirs. */
  of(viewer: Viewer): TopicList | Promise<TopicList> {
    return this.#of(viewer, this.#catalogue);
  }

  /** As the catalogue was when it was `asked` for, or later. */
  #of(viewer: Viewer, asked: number): TopicList | Promise<TopicList> {
    const key = keyOf(viewer);
    const kept = this.#lists.get(key);
    const rights = this.#deps.rights();
    const holds = kept !== undefined && holdsBy(rights, viewer, kept);
    if (holds && this.#movesOf(viewer, kept)?.size === 0) {
      kept.catalogue = this.#catalogue;
      return kept.list;
    }
    return this.#sharedList(viewer, asked, holds ? kept : undefined);
  }

  /** What came into the viewer's list and what went out of it since; undefined where too much changed to tell. */
  #movesOf(viewer: Viewer, { catalogue, list }: KeptList): ReadonlyMap<Topic, boolean> | undefined {
    const behind = this.#catalogue - catalogue;
    if (behind > this.#changed.length) return undefined;
    const moves = new Map<Topic, boolean>();
    for (const topic of behind === 0 ? [] : this.#changed.slice(-behind)) {
      const isSeen = this.#deps.isSeen(viewer, topic);
      if (isSeen !== isListed(list.topics, topic)) moves.set(topic, isSeen);
    }
    return moves;
  }

  #sharedList(viewer: Viewer, asked: number, own: KeptList | undefined): TopicList | Promise<TopicList> {
    const { stamp } = this.#deps.rights();
    const sort = viewer.kind === 'session' ? '' : `${viewer.kind} ${viewer.addinVersion ?? ''}`;
    const key = `${sort}\n${this.#deps.sameFor(viewer)}`;
    const shared = this.#shared.get(key);
    const known = shared?.stamp === stamp ? shared : own;
    const moves = known && this.#movesOf(viewer, known);
    const from = { stamp, catalogue: this.#catalogue };
    if (known && moves?.size === 0) return this.#share(viewer, key, { ...from, list: known.list });
    const pending = this.#pending.get(key);
    if (pending) return this.#whenDone(viewer, asked, pending);
    let made: TopicList | undefined;
    const done = (list: TopicList) => {
      made = this.#share(viewer, key, { ...from, list });
    };
    const working = this.#line.run(
      known && moves ? relisting(known.list, moves, done) : listing(this.#deps.topicsOf(viewer), done),
    );
    if (made) return made;
    const begun = { ...from, list: working.finally(() => this.#pending.delete(key)) };
    this.#pending.set(key, begun);
    return this.#whenDone(viewer, asked, begun);
  }

  /**
   * Who asked first is told by the rights of now too: they may have gone while the list was worked out. A list that was begun
   * before the question may lack what had come by then. What comes or goes after it is in the next answer: where topics
   * come all the time nobody waits for a moment without one.
   */
  async #whenDone(viewer: Viewer, asked: number, { stamp, catalogue, list }: Pending): Promise<TopicList> {
    const done = await list;
    return this.#deps.rights().stamp === stamp && catalogue >= asked ? done : this.#of(viewer, asked);
  }

  #share(viewer: Viewer, key: string, kept: KeptList): TopicList {
    if (kept.list.topics.length <= this.#most / MAX_SHARED) this.#shared.set(key, { ...kept });
    return this.#keep(keyOf(viewer), kept);
  }

  #keep(key: string, kept: KeptList): TopicList {
    this.#drop(key);
    this.#lists.set(key, kept);
    this.#held += kept.list.topics.length;
    while (this.#lists.size > 1 && (this.#lists.size > MAX_LISTS || this.#held > this.#most)) {
      this.#drop(this.#lists.keys().next().value ?? '');
    }
    return kept.list;
  }

  #drop(key: string): void {
    this.#held -= this.#lists.get(key)?.list.topics.length ?? 0;
    this.#lists.delete(key);
  }
}

/** Most changes of rights are others' business. */
function holdsBy(rights: Pick<Rights, 'stamp' | 'viewsChangedAt'>, { user }: Viewer, kept: KeptList): boolean {
  if (kept.stamp === rights.stamp) return true;
  if (rights.viewsChangedAt(user) > kept.stamp) return false;
  kept.stamp = rights.stamp;
  return true;
}

/** Browsers, which ask the most, by their user alone. */
function keyOf({ kind, addinVersion, user }: Viewer): string {
  return kind === 'session' ? user : `${kind}\n${addinVersion ?? ''}\n${user}`;
}
