import { createHash } from 'node:crypto';
import { entityOf } from '@sheetwire/rules/gropic';
import { groupOfTopic, type Topic } from '@sheetwire/rules/topic';
import { BoundedMap } from '#lib/bounded-map.ts';
import type { Rights } from '#policies/rights.ts';
import type { Viewer } from '#policies/viewing.ts';

/** Lists kept at once, and topics in all of them; a list is worked out again when it was dropped. */
const MAX_LISTS = 10_000;
const MAX_TOPICS = 20_000_000;

/** Lists that users with the same rights share, each of a part of all topics at most. */
const MAX_SHARED = 50;

/** A user's topics in order with their groups and entities, and what tells them from any other list. */
export interface TopicList {
  readonly topics: readonly Topic[];
  readonly groups: readonly string[];
  readonly entities: readonly string[];
  readonly digest: string;
}

interface KeptList {
  /** The stamp of the rights up to which it is known to hold. */
  stamp: number;
  readonly catalogue: number;
  readonly list: TopicList;
}

export interface TopicListsDeps {
  readonly rights: () => Pick<Rights, 'stamp' | 'viewsChangedAt'>;
  /** From the index of who may view what. */
  readonly topicsOf: (viewer: Viewer) => readonly Topic[];
  /** Viewers of one text have the same topics, by the rights of now. */
  readonly sameFor: (viewer: Viewer) => string;
}

/**
 * Each user's topics, worked out again only when the catalogue changed, or rights that the user holds; once for all users
 * who view the same, however many of them ask.
 */
export class TopicLists {
  readonly #deps: TopicListsDeps;
  readonly #most: number;
  readonly #lists = new Map<string, KeptList>();
  readonly #shared = new BoundedMap<string, KeptList>(MAX_SHARED);
  #catalogue = 0;
  #held = 0;

  constructor(deps: TopicListsDeps, most = MAX_TOPICS) {
    this.#deps = deps;
    this.#most = most;
  }

  /** Call when a topic came, went, or got another view secret. */
  changed(): void {
    this.#catalogue++;
  }

  of(viewer: Viewer): TopicList {
    const key = keyOf(viewer);
    const kept = this.#lists.get(key);
    const rights = this.#deps.rights();
    if (kept?.catalogue === this.#catalogue && holdsBy(rights, viewer, kept)) return kept.list;
    const list = this.#sharedList(viewer, rights.stamp);
    this.#drop(key);
    this.#lists.set(key, { stamp: rights.stamp, catalogue: this.#catalogue, list });
    this.#held += list.topics.length;
    while (this.#lists.size > 1 && (this.#lists.size > MAX_LISTS || this.#held > this.#most)) {
      this.#drop(this.#lists.keys().next().value ?? '');
    }
    return list;
  }

  #sharedList(viewer: Viewer, stamp: number): TopicList {
    const key = `${viewer.kind === 'session' ? '' : `${viewer.kind} ${viewer.addinVersion ?? ''}`}\n${this.#deps.sameFor(viewer)}`;
    const known = this.#shared.get(key);
    if (known?.catalogue === this.#catalogue && known.stamp === stamp) return known.list;
    const list = listOf(this.#deps.topicsOf(viewer));
    if (list.topics.length <= this.#most / MAX_SHARED)
      this.#shared.set(key, { stamp, catalogue: this.#catalogue, list });
    return list;
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

/** Asking again what has not changed costs no look through the list. */
function listOf(topics: readonly Topic[]): TopicList {
  const groups = [...new Set<string>(topics.map(groupOfTopic))].sort();
  const entities = [...new Set<string>(groups.map(entityOf))].sort();
  return { topics, groups, entities, digest: createHash('sha256').update(topics.join('\n')).digest('base64') };
}
