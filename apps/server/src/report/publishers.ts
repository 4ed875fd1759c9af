import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { BoundedMap } from '#lib/bounded-map.ts';

/** Topics remembered at once; the longest silent go first. */
const MAX_TOPICS = 200_000;

interface Seen {
  readonly at: number;
  /** When viewers were last told. */
  readonly toldAt: number;
  /** Its lease has lapsed. */
  readonly isSilent?: boolean;
}

/** When each topic's publisher was last heard (interfaces 9, publisherSeenUtc). */
export class Publishers {
  readonly #seen = new BoundedMap<Topic, Seen>(MAX_TOPICS);

  /** Notes that the publisher was heard at an epoch ms; true when it is time to tell viewers, at most every few seconds. */
  saw(topic: Topic, at: number): boolean {
    const before = this.#seen.get(topic);
    const isDue =
      before === undefined || before.isSilent === true || Math.abs(at - before.toldAt) >= limits.topicRefresh.desktop;
    this.#seen.set(topic, { at, toldAt: isDue ? at : before.toldAt });
    return isDue;
  }

  /** The publisher's lease has lapsed; it was last heard at an epoch ms. */
  lapsed(topic: Topic, at: number): void {
    this.#seen.set(topic, { at, toldAt: at, isSilent: true });
  }

  isSilent(topic: Topic): boolean {
    return this.#seen.get(topic)?.isSilent === true;
  }

  seenAt(topic: Topic): number | undefined {
    return this.#seen.get(topic)?.at;
  }
}
