import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { Clock } from '#ports/clock.ts';
import type { SnapshotStore } from '#ports/snapshots.ts';

const MAX_TOPICS = 10_000;

interface Kept {
  readonly at: number;
  readonly dates: Promise<readonly string[]>;
}

/** The days of each topic's snapshots, read at most every few seconds however many viewers poll. */
export class SnapshotDates {
  readonly #store: SnapshotStore;
  readonly #clock: Clock;
  readonly #kept = new Map<Topic, Kept>();

  constructor(store: SnapshotStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** All dates of a topic, newest first. */
  of(topic: Topic): Promise<readonly string[]> {
    const kept = this.#kept.get(topic);
    if (kept && this.#clock.now() - kept.at < limits.topicRefresh.desktop) return kept.dates;
    const dates = this.#store.dates(topic);
    dates.catch(() => this.#kept.delete(topic));
    this.#kept.delete(topic);
    this.#kept.set(topic, { at: this.#clock.now(), dates });
    if (this.#kept.size > MAX_TOPICS) this.forget(this.#kept.keys().next().value);
    return dates;
  }

  /** A snapshot was taken: read again. */
  forget(topic: Topic | undefined): void {
    if (topic !== undefined) this.#kept.delete(topic);
  }
}
