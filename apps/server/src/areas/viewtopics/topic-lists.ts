import { createHash } from 'node:crypto';
import type { Topic } from '@sheetwire/rules/topic';
import type { Viewer, ViewingDeps } from '#policies/viewing.ts';

/** Lists kept at once; a list is worked out again when it was dropped. */
const MAX_LISTS = 10_000;

/** A user's topics in order, and what tells them from any other list. */
export interface TopicList {
  readonly topics: readonly Topic[];
  readonly digest: string;
}

interface KeptList {
  readonly rights: unknown;
  readonly catalogue: number;
  readonly list: TopicList;
}

export interface TopicListsDeps extends Pick<ViewingDeps, 'rights'> {
  /** From the index of who may view what. */
  readonly topicsOf: (viewer: Viewer) => readonly Topic[];
}

/** Each user's topics, worked out again only when rights or the catalogue changed. */
export class TopicLists {
  readonly #deps: TopicListsDeps;
  readonly #lists = new Map<string, KeptList>();
  #catalogue = 0;

  constructor(deps: TopicListsDeps) {
    this.#deps = deps;
  }

  /** Call when a topic came, went, or got another view secret. */
  changed(): void {
    this.#catalogue++;
  }

  of(viewer: Viewer): TopicList {
    const key = keyOf(viewer);
    const kept = this.#lists.get(key);
    const rights = this.#deps.rights();
    if (kept?.rights === rights && kept.catalogue === this.#catalogue) return kept.list;
    const list = listOf(this.#deps.topicsOf(viewer));
    this.#lists.delete(key);
    this.#lists.set(key, { rights, catalogue: this.#catalogue, list });
    if (this.#lists.size > MAX_LISTS) this.#lists.delete(this.#lists.keys().next().value ?? '');
    return list;
  }
}

/** Browsers, which ask the most, by their user alone. */
function keyOf({ kind, addinVersion, user }: Viewer): string {
  return kind === 'session' ? user : `${kind}\n${addinVersion ?? ''}\n${user}`;
}

/** Asking again what has not changed costs no look through the list. */
function listOf(topics: readonly Topic[]): TopicList {
  return { topics, digest: createHash('sha256').update(topics.join('\n')).digest('base64') };
}
