/** A topic to be carried from a version on. */
export interface Watched {
  readonly topic: string;
  readonly version: number;
  readonly viewSecret?: string | undefined;
}

/** What a stream carries and how far: the versions move on with the deltas, so that a new line resumes there. */
export class WatchList {
  #topics = new Map<string, Watched>();

  get isEmpty(): boolean {
    return this.#topics.size === 0;
  }

  list(): { topic: string; version: number; viewSecret?: string }[] {
    return [...this.#topics.values()].map(({ topic, version, viewSecret }) =>
      viewSecret === undefined ? { topic, version } : { topic, version, viewSecret },
    );
  }

  versionOf(topic: string): number | undefined {
    return this.#topics.get(topic)?.version;
  }

  /** Replaces the list; true when the server must be told: other topics, another secret, or an earlier version. */
  set(topics: readonly Watched[]): boolean {
    const next = new Map(topics.map((each): [string, Watched] => [each.topic, each]));
    const isTold =
      next.size === this.#topics.size &&
      topics.every(({ topic, version, viewSecret }) => {
        const known = this.#topics.get(topic);
        return known !== undefined && known.viewSecret === viewSecret && known.version <= version;
      });
    this.#topics = next;
    return !isTold;
  }

  /** A delta from the carried version moves it on; any other is the listeners' to judge. */
  advance({ topic, from, to }: { readonly topic: string; readonly from: number; readonly to: number }): void {
    const known = this.#topics.get(topic);
    if (known?.version === from) this.#topics.set(topic, { ...known, version: to });
  }
}
