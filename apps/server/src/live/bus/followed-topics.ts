import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { steadyTime } from '#lib/steady-time.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';

export interface FollowedDeps {
  readonly bus: Pick<Bus, 'follow' | 'unfollow'>;
  readonly clock: Clock;
  /** Reads the head of a topic, and what leads to it. */
  readonly refresh: (topic: Topic) => Promise<void>;
  readonly onFault: (fault: unknown) => void;
}

/**
 * The topics that somebody here watches: what changes in them is heard whole, of all others the news alone. Nothing is
 * missed when one begins: it is followed first, then its head is read. One that nobody watches any more is followed for a
 * while, since who left may come back.
 */
export class FollowedTopics {
  readonly #deps: FollowedDeps;
  readonly #followed = new Set<Topic>();
  /** Since when nobody watches. */
  readonly #left = new Map<Topic, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: FollowedDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer = setInterval(() => this.forget(), limits.bus.forgetAfter / 2).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  get size(): number {
    return this.#followed.size;
  }

  began(topic: Topic): void {
    this.#left.delete(topic);
    if (this.#followed.has(topic)) return;
    this.#followed.add(topic);
    this.#begin(topic).catch(this.#deps.onFault);
  }

  ended(topic: Topic): void {
    if (this.#followed.has(topic)) this.#left.set(topic, steadyTime(this.#deps.clock));
  }

  /** Follows no more what nobody has watched for long. */
  forget(): void {
    const before = steadyTime(this.#deps.clock) - limits.bus.forgetAfter;
    for (const [topic, since] of this.#left) {
      if (since > before) continue;
      this.#left.delete(topic);
      this.#followed.delete(topic);
      this.#deps.bus.unfollow(topic);
    }
  }

  async #begin(topic: Topic): Promise<void> {
    if ((await this.#deps.bus.follow(topic)) === 'followed') await this.#deps.refresh(topic);
  }
}
