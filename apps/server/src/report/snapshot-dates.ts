import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { BoundedMap } from '#lib/bounded-map.ts';
import { steadyTime } from '#lib/steady-time.ts';
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
  readonly #kept = new BoundedMap<Topic, Kept>(MAX_TOPICS);

  constructor(store: SnapshotStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** All dates of a topic, newest first. */
  of(topic: Topic): Promise<readonly string[]> {
    const now = steadyTime(this.#clock);
    const kept = this.#kept.get(topic);
    if (kept && Math.abs(now - kept.at) < limits.topicRefresh.desktop) return kept.dates;
    const dates = this.#store.dates(topic);
    dates.catch(() => this.#kept.delete(topic));
    this.#kept.set(topic, { at: now, dates });
    return dates;
  }

  /** A snapshot was taken: read again. */
  forget(topic: Topic): void {
    this.#kept.delete(topic);
  }
}
