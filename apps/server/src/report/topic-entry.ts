import type { Topic } from '@sheetwire/rules/topic';
import { Refusal } from '#lib/refusal.ts';
import type { RawIndex } from './compare/raw-index.ts';
import { RecentSteps } from './recent-steps.ts';
import type { ReportState } from './report-state.ts';

/** Waiting publishes of one topic. */
const MAX_QUEUE = 1000;

/** What an entry takes without pages. */
const ENTRY_BYTES = 1024;

/** One topic in memory: its newest version, and its changes one after another. */
export class TopicEntry {
  readonly topic: Topic;
  readonly steps: RecentSteps = new RecentSteps();
  state: ReportState | undefined;
  /** The state is the newest version; one that is not is what the steps since then are applied to. */
  isLoaded = false;
  raw: RawIndex | undefined;
  /** Publish time of the newest version. */
  lastTime: string | undefined;
  /** The highest number that the store says was given or may have been; undefined until it was asked. */
  floor: number | undefined;
  /** Settles when the write under way is over, well or not; until then the pages are ahead of what is kept. */
  writing: Promise<void> | undefined;
  /** When the publish came whose turn it is, by a watch that nobody sets. */
  since = 0;
  #tail: Promise<unknown> = Promise.resolve();
  #pending = 0;

  constructor(topic: Topic) {
    this.topic = topic;
  }

  /** Nothing is under way. */
  get isIdle(): boolean {
    return this.#pending === 0;
  }

  /** Roughly the bytes held. */
  get bytes(): number {
    const pages = (this.state?.pages ?? []).reduce((sum, page) => sum + page.memory, 0);
    return ENTRY_BYTES + pages + (this.raw ? rawBytes(this.raw) : 0) + this.steps.bytes;
  }

  /** Runs changes one at a time, in the order of arrival. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#pending >= MAX_QUEUE) return Promise.reject(new Refusal('too_many', { retryAfter: 1 }));
    this.#pending++;
    const done = this.#tail.then(work).finally(() => {
      this.#pending--;
    });
    this.#tail = done.catch(() => undefined);
    return done;
  }

  /** The number of the version after this one: above all that a viewer may have seen before a restore (semantics 4). */
  nextAfter(version: number): number {
    return Math.max(version, this.floor ?? 0) + 1;
  }

  /** Lets nobody read the pages while they are written. */
  async whileWriting<T>(work: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.writing = promise;
    try {
      return await work();
    } finally {
      this.writing = undefined;
      resolve();
    }
  }

  /** Throws away what is in memory: the store knows better. */
  forget(): void {
    this.isLoaded = false;
    this.state = undefined;
    this.raw = undefined;
    this.steps.clear();
  }

  /** Waits for everything in line. */
  async settle(): Promise<void> {
    await this.#tail;
  }
}

/** The body that was published last stays of use while nothing else changed the report. */
export function rawAfter({ raw }: TopicEntry, step: unknown): TopicEntry['raw'] {
  return step ? undefined : raw;
}

function rawBytes({ body, open, inner, end, page, cell }: RawIndex): number {
  return [body, open, inner, end, page, cell].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** The topics in memory, the least recently used let go when they hold too much. */
export class TopicEntries {
  readonly #most: number;
  readonly #entries = new Map<Topic, TopicEntry>();
  readonly #weights = new Map<Topic, number>();
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** The entry of a topic, now the most recently used. */
  get(topic: Topic): TopicEntry {
    const known = this.#entries.get(topic);
    const entry = known ?? new TopicEntry(topic);
    this.#entries.delete(topic);
    this.#entries.set(topic, entry);
    if (!known) this.weigh(entry);
    return entry;
  }

  peek(topic: Topic): TopicEntry | undefined {
    return this.#entries.get(topic);
  }

  /** Counts an entry anew after a change and lets idle ones go while all together are over the bound. */
  weigh(entry: TopicEntry): void {
    const { bytes } = entry;
    this.#bytes += bytes - (this.#weights.get(entry.topic) ?? 0);
    this.#weights.set(entry.topic, bytes);
    for (const other of this.#entries.values()) {
      if (this.#bytes <= this.#most) return;
      if (other !== entry && other.isIdle) this.#letGo(other);
    }
  }

  /** Waits for everything in line. */
  async settle(): Promise<void> {
    await Promise.all([...this.#entries.values()].map((entry) => entry.settle()));
  }

  #letGo({ topic }: TopicEntry): void {
    this.#bytes -= this.#weights.get(topic) ?? 0;
    this.#weights.delete(topic);
    this.#entries.delete(topic);
  }
}
