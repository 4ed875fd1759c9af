import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { steadyTime } from '#lib/steady-time.ts';
import type { Clock } from '#ports/clock.ts';

/** A version that is known to be kept, since when, and the how-manieth that was noted. */
interface Known {
  readonly version: number;
  readonly since: number;
  readonly order: number;
}

/**
 * Versions that are known to be kept and are not in memory yet, by a watch that nobody sets: while one is here, what is in
 * memory of its topic is not the newest, however well the store and the bus are (decision 90).
 */
export class Unread {
  readonly #clock: Clock;
  /** The version in memory. */
  readonly #versionOf: (topic: Topic) => number;
  readonly #topics = new Map<Topic, readonly Known[]>();
  #order = 0;

  constructor(clock: Clock, versionOf: (topic: Topic) => number) {
    this.#clock = clock;
    this.#versionOf = versionOf;
  }

  /** A version is kept, at the earliest since so long ago; beyond a bound the last takes the place of those before it. */
  note(topic: Topic, version: number, since: number = steadyTime(this.#clock)): void {
    const known = this.#open(topic);
    const last = known.at(-1);
    if (version <= Math.max(this.#versionOf(topic), last?.version ?? 0)) return;
    const isFull = last !== undefined && known.length >= limits.unread.most;
    const next = { version, since: isFull ? Math.min(since, last.since) : since, order: ++this.#order };
    this.#topics.set(topic, [...(isFull ? known.slice(0, -1) : known), next]);
  }

  /** For `read`: to be taken before the store is asked. */
  get mark(): number {
    return this.#order;
  }

  /** The store said what is newest: of what was noted before it was asked it holds nothing newer. */
  read(topic: Topic, newest: number, mark: number): void {
    this.#set(
      topic,
      this.#open(topic).filter(({ version, order }) => version <= newest || order > mark),
    );
  }

  /** The newest version of a topic that has been known for so many ms and is not in memory; undefined when there is none. */
  newestFor(topic: Topic, ms: number): number | undefined {
    const before = steadyTime(this.#clock) - ms;
    return this.#open(topic).findLast(({ since }) => since <= before)?.version;
  }

  /** As `newestFor`, of every topic that has one. */
  *allFor(ms: number): Generator<readonly [Topic, number]> {
    for (const topic of [...this.#topics.keys()]) {
      const newest = this.newestFor(topic, ms);
      if (newest !== undefined) yield [topic, newest];
    }
  }

  /** What is not in memory still, oldest first. */
  #open(topic: Topic): readonly Known[] {
    const known = this.#topics.get(topic);
    if (!known) return NONE;
    const held = this.#versionOf(topic);
    return this.#set(
      topic,
      known.filter(({ version }) => version > held),
    );
  }

  #set(topic: Topic, known: readonly Known[]): readonly Known[] {
    if (known.length > 0) this.#topics.set(topic, known);
    else this.#topics.delete(topic);
    return known;
  }
}

const NONE: readonly Known[] = [];
