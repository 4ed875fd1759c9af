import { createHash } from 'node:crypto';
import type { Topic } from '@sheetwire/rules/topic';
import type { Rights } from '#policies/rights.ts';
import type { Viewer } from '#policies/viewing.ts';

/** Lists kept at once, and topics in all of them; a list is worked out again when it was dropped. */
const MAX_LISTS = 10_000;
const MAX_TOPICS = 20_000_000;

/** A user's topics in order, and what tells them from any other list. */
export interface TopicList {
  readonly topics: readonly Topic[];
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
}

/** Each user's topics, worked out again only when the catalogue changed, or rights that the user holds. */
export class TopicLists {
  readonly #deps: TopicListsDeps;
  readonly #most: number;
  readonly #lists = new Map<string, KeptList>();
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
    const list = listOf(this.#deps.topicsOf(viewer));
    this.#drop(key);
    this.#lists.set(key, { stamp: rights.stamp, catalogue: this.#catalogue, list });
    this.#held += list.topics.length;
    while (this.#lists.size > 1 && (this.#lists.size > MAX_LISTS || this.#held > this.#most)) {
      this.#drop(this.#lists.keys().next().value ?? '');
    }
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
  return { topics, digest: createHash('sha256').update(topics.join('\n')).digest('base64') };
}
