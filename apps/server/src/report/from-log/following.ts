import type { Topic } from '@sheetwire/rules/topic';
import { OneAtATime } from '#lib/one-at-a-time.ts';
import type { ReportLog, TopicHead } from '#ports/report-log.ts';
import type { Catalogue } from '#report/catalogue.ts';
import type { TopicEntries } from '#report/topic-entry.ts';
import type { Versions } from '#report/versions.ts';
import { headTold, type Told, toldSince } from './told-steps.ts';

interface FollowingDeps {
  readonly log: Pick<ReportLog, 'head'>;
  readonly entries: TopicEntries;
  readonly heads: Catalogue;
  readonly versions: Versions;
}

/** Takes over what other nodes publish: by what they tell, and by the store where they told too little. */
export class Following {
  readonly #deps: FollowingDeps;
  readonly #refreshes = new Map<Topic, OneAtATime>();

  constructor(deps: FollowingDeps) {
    this.#deps = deps;
  }

  /**
   * Takes over what another node published, or what a lost message hid; `head` where it was read already. However many
   * ask at once, the store is read for the one under way and once more.
   */
  async refresh(topic: Topic, head?: TopicHead): Promise<void> {
    if (head && this.#isHeadAlone(topic)) {
      if (head.version > this.#deps.heads.versionOf(topic)) this.#deps.versions.noteHead(head);
      return;
    }
    const turn = this.#refreshes.get(topic) ?? new OneAtATime(() => this.#refreshNow(topic));
    this.#refreshes.set(topic, turn);
    try {
      await turn.run();
    } finally {
      if (turn.isIdle) this.#refreshes.delete(topic);
    }
  }

  /** Takes over what another node told of its version; the store is read only for what it did not say. */
  async follow(topic: Topic, told: Told): Promise<void> {
    const known = this.#deps.heads.get(topic);
    if (told.version <= (known?.version ?? 0)) return;
    if (this.#isHeadAlone(topic)) {
      const steps = toldSince(told, known?.version ?? 0);
      const head = steps && headTold(topic, known, steps);
      if (head) this.#deps.versions.noteHead(head);
      else await this.refresh(topic);
      return;
    }
    const entry = this.#deps.entries.get(topic);
    if (!(await entry.inTurn(() => this.#deps.versions.follow(entry, told)))) await this.refresh(topic);
  }

  async #refreshNow(topic: Topic): Promise<void> {
    const seen = await this.#deps.log.head(topic);
    if (!seen || seen.version <= this.#deps.heads.versionOf(topic)) return;
    if (this.#isHeadAlone(topic)) {
      this.#deps.versions.noteHead(seen);
      return;
    }
    const entry = this.#deps.entries.get(topic);
    await entry.inTurn(() => this.#deps.versions.catchUp(entry, seen));
  }

  /** Nothing of the topic is in memory but its head, and nobody here waits for more. */
  #isHeadAlone(topic: Topic): boolean {
    return !this.#deps.entries.peek(topic) && !this.#deps.versions.isWatched(topic);
  }
}
