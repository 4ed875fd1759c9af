import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { Clock } from '#ports/clock.ts';
import type { SnapshotStore } from '#ports/snapshots.ts';

const MAX_TOPICS = 10_000;

interface Kept {
  readonly at: number;
  readonly dates: Promise<readonly string[]>;
}

/** The days of each topic's snapshots, read at most every few seconds however many viewers poll, and kept no longer. */
export class SnapshotDates {
  readonly #store: Pick<SnapshotStore, 'dates'>;
  readonly #clock: Clock;
  readonly #kept = new BoundedMap<Topic, Kept>(MAX_TOPICS);

  constructor(store: Pick<SnapshotStore, 'dates'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** All dates of a topic, newest first. */
  of(topic: Topic): Promise<readonly string[]> {
    const now = steadyTime(this.#clock);
    const kept = this.#kept.get(topic);
    if (kept && !isOld(kept, now)) return kept.dates;
    this.#dropOld(now);
    const dates = this.#store.dates(topic);
    const read = { at: now, dates };
    dates.catch(() => this.#kept.get(topic) === read && this.#kept.delete(topic));
    this.#kept.set(topic, read);
    return dates;
  }

  /** A snapshot was taken: read again. */
  forget(topic: Topic): void {
    this.#kept.delete(topic);
  }

  /** Years of days take memory; they stand in the order in which they were read. */
  #dropOld(now: number): void {
    for (const [topic, kept] of this.#kept) {
      if (!isOld(kept, now)) return;
      this.#kept.delete(topic);
    }
  }
}

function isOld({ at }: Kept, now: number): boolean {
  return Math.abs(now - at) >= limits.topicRefresh.desktop;
}
