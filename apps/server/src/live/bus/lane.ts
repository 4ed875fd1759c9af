import { hash } from 'node:crypto';
import type { Topic } from '@sheetwire/rules/topic';

/** What every server hears. */
export const NATS_SUBJECT = 'sheetwire.bus';
const NATS_LANE = 'sheetwire.version.';
/** What changes in any topic at all. */
export const NATS_LANES = `${NATS_LANE}*`;

/** The subject of what changes in one topic: names hold what subjects cannot. */
export function natsLane(topic: string): string {
  return NATS_LANE + hash('sha256', topic, 'base64url');
}

/** What every server hears. */
export const PG_CHANNEL = 'sheetwire_bus';

/**
 * The channel of what changes in a topic, shared by a 256th of all: PostgreSQL looks for the channel of each message in a
 * list, and each that is listened to is a statement.
 */
export function pgLane(topic: string): string {
  return `${PG_CHANNEL}_${hash('sha256', topic, 'hex').slice(0, 2)}`;
}

/** How a line names the lane of a topic. */
export type LaneOf = (topic: string) => string;

/** The topics that are followed, by their lanes. */
export class FollowedLanes {
  readonly #laneOf: LaneOf;
  readonly #topics = new Map<string, Set<Topic>>();

  constructor(laneOf: LaneOf) {
    this.#laneOf = laneOf;
  }

  get size(): number {
    return this.#topics.size;
  }

  has(lane: string): boolean {
    return this.#topics.has(lane);
  }

  all(): string[] {
    return [...this.#topics.keys()];
  }

  /** The lane when it is the first topic of it. */
  add(topic: Topic): string | undefined {
    const lane = this.#laneOf(topic);
    const known = this.#topics.get(lane);
    if (!known) this.#topics.set(lane, new Set([topic]));
    known?.add(topic);
    return known ? undefined : lane;
  }

  /** The lane when it was the last topic of it. */
  remove(topic: Topic): string | undefined {
    const lane = this.#laneOf(topic);
    const known = this.#topics.get(lane);
    if (!known?.delete(topic) || known.size > 0) return undefined;
    this.#topics.delete(lane);
    return lane;
  }
}
