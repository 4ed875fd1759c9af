import type { Topic } from '@sheetwire/rules/topic';
import { Refusal } from '#lib/refusal.ts';
import type { ReportLog } from '#ports/report-log.ts';
import type { RawIndex } from './compare/raw-index.ts';
import { RecentSteps } from './recent-steps.ts';
import type { ReportState } from './report-state.ts';
import { VersionNumbers } from './version-numbers.ts';

/** Waiting publishes of one topic. */
const MAX_QUEUE = 1000;

/** What an entry takes without pages. */
const ENTRY_BYTES = 1024;

/** One topic in memory: its newest version, and its changes one after another. */
export class TopicEntry {
  readonly topic: Topic;
  readonly numbers: VersionNumbers;
  readonly steps: RecentSteps = new RecentSteps();
  state: ReportState | undefined;
  /** The state is the newest version; one that is not is what the steps since then are applied to. */
  isLoaded = false;
  raw: RawIndex | undefined;
  /** Publish time of the newest version that was ever shown, though a failed write may have taken it back. */
  lastTime: string | undefined;
  /** Settles when the newest version is in the store. */
  durable: Promise<void> = Promise.resolve();
  /** Grows when the state was thrown away after a failed write. */
  epoch = 0;
  #tail: Promise<unknown> = Promise.resolve();
  #pending = 0;

  constructor(log: ReportLog, topic: Topic) {
    this.topic = topic;
    this.numbers = new VersionNumbers(log, topic);
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

  /** Throws away what is in memory: the store knows better. */
  forget(): void {
    this.epoch++;
    this.isLoaded = false;
    this.durable = Promise.resolve();
    this.state = undefined;
    this.raw = undefined;
    this.steps.clear();
  }

  /** Waits for every write under way and gives unused version numbers back. */
  async settle(): Promise<void> {
    await this.#tail;
    await this.durable.catch(() => undefined);
    await this.numbers.release();
  }
}

function rawBytes({ body, open, inner, end, page, cell }: RawIndex): number {
  return [body, open, inner, end, page, cell].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Entries that settle at once, so that the store writes them together. */
const TOGETHER = 200;

/** The topics in memory, the least recently used let go when they hold too much. */
export class TopicEntries {
  readonly #log: ReportLog;
  readonly #most: number;
  readonly #entries = new Map<Topic, TopicEntry>();
  readonly #weights = new Map<Topic, number>();
  /** Entries on their way out: a new one of the same topic waits for its numbers to be given back. */
  readonly #leaving = new Map<Topic, Promise<void>>();
  #bytes = 0;

  constructor(log: ReportLog, most: number) {
    this.#log = log;
    this.#most = most;
  }

  /** The entry of a topic, now the most recently used. */
  get(topic: Topic): TopicEntry {
    const known = this.#entries.get(topic);
    const entry = known ?? this.#make(topic);
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

  /** Numbers that cannot be given back leave a gap and keep nothing else from settling. */
  async settle(): Promise<void> {
    const all = [...this.#entries.values()];
    while (all.length > 0) await Promise.allSettled(all.splice(0, TOGETHER).map((entry) => entry.settle()));
    await Promise.all(this.#leaving.values());
  }

  #make(topic: Topic): TopicEntry {
    const entry = new TopicEntry(this.#log, topic);
    const leaving = this.#leaving.get(topic);
    if (leaving) void entry.inTurn(() => leaving);
    return entry;
  }

  #letGo(entry: TopicEntry): void {
    const { topic } = entry;
    this.#bytes -= this.#weights.get(topic) ?? 0;
    this.#weights.delete(topic);
    this.#entries.delete(topic);
    const left = entry.settle().catch(() => undefined);
    this.#leaving.set(topic, left);
    void left.then(() => this.#leaving.delete(topic));
  }
}
