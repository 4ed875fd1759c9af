import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { BoundedMap } from '#lib/bounded-map.ts';

/** Topics remembered at once; the longest silent go first. */
const MAX_TOPICS = 200_000;

interface Seen {
  readonly at: number;
  /** When viewers were last told. */
  readonly toldAt: number;
  /** A publisher holds a lease until then. */
  readonly leaseUntil?: number;
  /** Its lease has lapsed. */
  readonly isSilent?: boolean;
}

/** A word of a publisher at an epoch ms; one that is connected renews its lease with it. */
export interface Sighting {
  readonly at: number;
  readonly isConnected: boolean;
}

/** When each topic's publisher was last heard (interfaces 9, publisherSeenUtc). */
export class Publishers {
  readonly #seen = new BoundedMap<Topic, Seen>(MAX_TOPICS);

  /** Notes that the publisher was heard; true when it is time to tell viewers: news at once, the rest every few seconds. */
  saw(topic: Topic, { at, isConnected }: Sighting): boolean {
    const before = this.#seen.get(topic);
    const isNews = isConnected && !this.isConnected(topic, at);
    const isOld = before === undefined || Math.abs(at - before.toldAt) >= limits.topicRefresh.desktop;
    const isDue = isNews || isOld || before.isSilent === true;
    const leaseUntil = isConnected ? at + limits.publisherLease : before?.leaseUntil;
    this.#seen.set(topic, { at, toldAt: isDue ? at : before.toldAt, ...(leaseUntil !== undefined && { leaseUntil }) });
    return isDue;
  }

  /** A publisher holds a lease of the topic at an epoch ms (interfaces 4, publish/open). */
  isConnected(topic: Topic, now: number): boolean {
    return (this.#seen.get(topic)?.leaseUntil ?? Number.NEGATIVE_INFINITY) >= now;
  }

  /** The publisher's lease has lapsed; it was last heard at an epoch ms. */
  lapsed(topic: Topic, at: number): void {
    this.#seen.set(topic, { at, toldAt: at, isSilent: true });
  }

  isSilent(topic: Topic): boolean {
    return this.#seen.get(topic)?.isSilent === true;
  }

  /** How many topics have a connected publisher at an epoch ms, and how many one that fell silent. */
  counts(now: number): { readonly connected: number; readonly silent: number } {
    let [connected, silent] = [0, 0];
    for (const [, { isSilent, leaseUntil = Number.NEGATIVE_INFINITY }] of this.#seen) {
      if (isSilent) silent++;
      else if (leaseUntil >= now) connected++;
    }
    return { connected, silent };
  }

  seenAt(topic: Topic): number | undefined {
    return this.#seen.get(topic)?.at;
  }
}
