import type { Topic } from '@sheetwire/rules/topic';

/** Topics remembered at once; the longest silent go first. */
const MAX_TOPICS = 200_000;

/** When each topic's publisher was last heard (interfaces 9, publisherSeenUtc). */
export class Publishers {
  readonly #seen = new Map<Topic, number>();

  /** Notes that the publisher was heard at an epoch ms; answers when it was heard before. */
  saw(topic: Topic, at: number): number | undefined {
    const before = this.#seen.get(topic);
    this.#seen.delete(topic);
    this.#seen.set(topic, at);
    if (this.#seen.size > MAX_TOPICS) {
      for (const oldest of this.#seen.keys()) {
        this.#seen.delete(oldest);
        break;
      }
    }
    return before;
  }

  seenAt(topic: Topic): number | undefined {
    return this.#seen.get(topic);
  }
}
