import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { type Viewer, type ViewingDeps, viewable } from '#policies/viewing.ts';
import type { TopicHead } from '#ports/report-log.ts';

/** Lists kept at once; a list is worked out again when it was dropped. */
const MAX_LISTS = 10_000;

interface KeptList {
  readonly rights: unknown;
  readonly catalogue: number;
  readonly topics: readonly Topic[];
}

/** Each user's topics, worked out again only when rights or the catalogue changed. */
export class TopicLists {
  readonly #deps: ViewingDeps;
  readonly #heads: () => Iterable<TopicHead>;
  readonly #lists = new Map<string, KeptList>();
  #catalogue = 0;

  constructor(deps: ViewingDeps, heads: () => Iterable<TopicHead>) {
    this.#deps = deps;
    this.#heads = heads;
  }

  /** Call when a topic came, went, or got another view secret. */
  changed(): void {
    this.#catalogue++;
  }

  of(viewer: Viewer): readonly Topic[] {
    const key = `${viewer.kind}\n${viewer.addinVersion ?? ''}\n${viewer.user satisfies User}`;
    const kept = this.#lists.get(key);
    const rights = this.#deps.rights();
    if (kept?.rights === rights && kept.catalogue === this.#catalogue) return kept.topics;
    const topics = viewable(this.#deps, viewer, this.#heads());
    this.#lists.delete(key);
    this.#lists.set(key, { rights, catalogue: this.#catalogue, topics });
    if (this.#lists.size > MAX_LISTS) this.#lists.delete(this.#lists.keys().next().value ?? '');
    return topics;
  }
}
