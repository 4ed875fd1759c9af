import type { Topic } from '@sheetwire/rules/topic';
import { OneAtATime } from '#lib/one-at-a-time.ts';
import type { ReportLog, TopicHead } from '#ports/report-log.ts';
import type { Catalogue } from '#report/catalogue.ts';
import type { TopicEntries } from '#report/topic-entry.ts';
import type { Versions } from '#report/versions.ts';
import { headTold, type Told, toldSince } from './told-steps.ts';
import type { Unread } from './unread.ts';

/** What of the engine follows other nodes. */
interface FollowingParts {
  readonly entries: TopicEntries;
  readonly heads: Catalogue;
  readonly versions: Versions;
  readonly unread: Unread;
}

/** Keeps the reports in memory at the versions that other nodes made (decision 3). */
export class Following {
  readonly #log: Pick<ReportLog, 'head'>;
  readonly #parts: FollowingParts;
  readonly #refreshes = new Map<Topic, OneAtATime>();

  constructor(log: Pick<ReportLog, 'head'>, parts: FollowingParts) {
    this.#log = log;
    this.#parts = parts;
  }

  /**
   * Takes over what another node published, or what a lost message hid; `head` where it was read already. However many
   * ask at once, the store is read for the one under way and once more.
   */
  async refresh(topic: Topic, head?: TopicHead): Promise<void> {
    if (head && this.#isHeadAlone(topic)) {
      if (head.version > this.#parts.heads.versionOf(topic)) this.#parts.versions.noteHead(head);
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
    const known = this.#parts.heads.get(topic);
    if (told.version <= (known?.version ?? 0)) return;
    this.#parts.unread.note(topic, told.version);
    if (this.#isHeadAlone(topic)) {
      const steps = toldSince(told, known?.version ?? 0);
      const head = steps && headTold(topic, known, steps);
      if (head) this.#parts.versions.noteHead(head);
      else await this.refresh(topic);
      return;
    }
    const entry = this.#parts.entries.get(topic);
    if (!(await entry.inTurn(() => this.#parts.versions.follow(entry, told)))) await this.refresh(topic);
  }

  async #refreshNow(topic: Topic): Promise<void> {
    const { unread, heads } = this.#parts;
    const { mark } = unread;
    const seen = await this.#log.head(topic);
    unread.read(topic, seen?.version ?? 0, mark);
    if (!seen || seen.version <= heads.versionOf(topic)) return;
    unread.note(topic, seen.version);
    if (this.#isHeadAlone(topic)) {
      this.#parts.versions.noteHead(seen);
      return;
    }
    const entry = this.#parts.entries.get(topic);
    await entry.inTurn(() => this.#parts.versions.catchUp(entry, seen));
  }

  /** Nothing of the topic is in memory but its head, and nobody here waits for more. */
  #isHeadAlone(topic: Topic): boolean {
    return !this.#parts.entries.peek(topic) && !this.#parts.versions.isWatched(topic);
  }
}
