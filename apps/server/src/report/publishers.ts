import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { Clock } from '#ports/clock.ts';

/** Topics remembered at once; the longest silent go first. */
const MAX_TOPICS = 200_000;

interface Seen {
  readonly at: number;
  /** When viewers were last told, by a watch that nobody sets. */
  readonly toldAt: number;
  /** A publisher holds a lease until then, by that watch: another server's time of day may be any (safety 3). */
  readonly leaseUntil?: number;
  /** Its lease has lapsed. */
  readonly isSilent?: boolean;
}

/** A word of a publisher, at an epoch ms of whoever heard it; one that is connected renews its lease with it. */
export interface Sighting {
  readonly at: number;
  readonly isConnected: boolean;
}

/** When each topic's publisher was last heard (interfaces 9, publisherSeenUtc). */
export class Publishers {
  readonly #clock: Clock;
  readonly #seen = new BoundedMap<Topic, Seen>(MAX_TOPICS);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes that the publisher was heard; true when it is time to tell viewers: news at once, the rest every few seconds. */
  saw(topic: Topic, { at, isConnected }: Sighting): boolean {
    const now = steadyTime(this.#clock);
    const before = this.#seen.get(topic);
    const isNews = isConnected && !this.isConnected(topic);
    const isOld = before === undefined || Math.abs(now - before.toldAt) >= limits.topicRefresh.desktop;
    const isDue = isNews || isOld || before.isSilent === true;
    const leaseUntil = isConnected ? now + limits.publisherLease : before?.leaseUntil;
    this.#seen.set(topic, { at, toldAt: isDue ? now : before.toldAt, ...(leaseUntil !== undefined && { leaseUntil }) });
    return isDue;
  }

  /** A publisher holds a lease of the topic (interfaces 4, publish/open), counted from when this server heard of it. */
  isConnected(topic: Topic): boolean {
    return isHeld(this.#seen.get(topic), steadyTime(this.#clock));
  }

  /** The publisher's lease has lapsed; it was last heard at an epoch ms. */
  lapsed(topic: Topic, at: number): void {
    this.#seen.set(topic, { at, toldAt: steadyTime(this.#clock), isSilent: true });
  }

  isSilent(topic: Topic): boolean {
    return this.#seen.get(topic)?.isSilent === true;
  }

  /** How many topics have a connected publisher, and how many one that fell silent, whatever the time of day is. */
  counts(_timeOfDay?: number): { readonly connected: number; readonly silent: number } {
    const now = steadyTime(this.#clock);
    let [connected, silent] = [0, 0];
    for (const [, seen] of this.#seen) {
      if (seen.isSilent) silent++;
      else if (isHeld(seen, now)) connected++;
    }
    return { connected, silent };
  }

  seenAt(topic: Topic): number | undefined {
    return this.#seen.get(topic)?.at;
  }
}

function isHeld(seen: Seen | undefined, now: number): boolean {
  return (seen?.leaseUntil ?? Number.NEGATIVE_INFINITY) >= now;
}
