/** A topic to be carried from a version on; without one, from wherever the stream is. */
export interface Watched {
  readonly topic: string;
  readonly version?: number | undefined;
  readonly viewSecret?: string | undefined;
  /** Whether the version that is shown can be interacted with: a server that knows better says so. */
  readonly canInteract?: boolean | undefined;
}

type Carried = Watched & { readonly version: number };

/** What a stream carries and how far it has told: a new line resumes there. */
export class WatchList {
  #topics = new Map<string, Carried>();

  get isEmpty(): boolean {
    return this.#topics.size === 0;
  }

  list(): { topic: string; version: number; viewSecret?: string; canInteract?: boolean }[] {
    return [...this.#topics.values()].map(({ topic, version, viewSecret, canInteract }) => ({
      topic,
      version,
      ...(viewSecret !== undefined && { viewSecret }),
      ...(canInteract !== undefined && { canInteract }),
    }));
  }

  versionOf(topic: string): number | undefined {
    return this.#topics.get(topic)?.version;
  }

  /**
   * Replaces the list; true when the server must be told: other topics, another secret, an earlier version, or one where
   * none was held, which a server may have given that did not know of a lost right.
   */
  set(topics: readonly Watched[]): boolean {
    const next = new Map<string, Carried>();
    let isNews = topics.length !== this.#topics.size;
    for (const each of topics) {
      const known = this.#topics.get(each.topic);
      const version = each.version ?? known?.version ?? 0;
      isNews ||= known === undefined || known.viewSecret !== each.viewSecret || isToldOf(known, version);
      next.set(each.topic, { ...each, version });
    }
    this.#topics = next;
    return isNews;
  }

  /** The stream told of a version; who missed one before it asks again from the version it has. */
  advance(topic: string, version: number): void {
    const known = this.#topics.get(topic);
    if (known && version > known.version) this.#topics.set(topic, { ...known, version });
  }
}

/** A version that ran ahead of the stream is none of its business, unless it was told that none is held. */
function isToldOf(known: Carried, version: number): boolean {
  return version < known.version || (known.version === 0 && version > 0);
}
