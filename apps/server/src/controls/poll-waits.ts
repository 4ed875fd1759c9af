import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { Slices } from '#lib/slices.ts';
import type { Timers } from './timers.ts';

/**
 * Why a poll looks again, what ends it last: there may be updates or other people typing, its time is up, its rights may
 * have changed, its session may be over, its caller left or polls anew, the server stops, its credential is gone.
 */
const reasons = ['news', 'time', 'rights', 'session', 'left', 'stopped', 'signed-out'] as const;
export type Wake = (typeof reasons)[number];

/** Whether a publisher may publish a topic as it stands; waits for nothing. */
type MayNow = (topic: Topic) => boolean;

/** One publisher that waits; what came while it looked is not lost. */
export class PollWait {
  readonly session: string;
  readonly topics: ReadonlySet<Topic>;
  /** How many of them its session publishes still, as far as it knows. */
  leases: number;
  readonly #mayNow: MayNow;
  readonly #missed = new Set<Wake>();
  #wake: (() => void) | undefined;

  constructor(session: string, topics: readonly Topic[], mayNow: MayNow) {
    this.session = session;
    this.topics = new Set(topics);
    this.leases = this.topics.size;
    this.#mayNow = mayNow;
  }

  /** By the rights that are in force now: nothing is read for it. */
  get mayAll(): boolean {
    for (const topic of this.topics) if (!this.#mayNow(topic)) return false;
    return true;
  }

  /** The weightiest reason since the last one. */
  async next(): Promise<Wake> {
    if (this.#missed.size === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const why = reasons.findLast((reason) => this.#missed.has(reason)) ?? 'news';
    this.#missed.delete(why);
    return why;
  }

  wake(why: Wake): void {
    this.#missed.add(why);
    this.#wake?.();
    this.#wake = undefined;
  }
}

/** Publishers of this server that wait for updates. */
export class PollWaits {
  readonly #timers: Timers;
  readonly #bySession = new Map<string, PollWait>();
  readonly #byTopic = new Map<Topic, Set<PollWait>>();
  readonly #asking: Slices;
  #isStopped = false;

  constructor(timers: Timers, onFault: (fault: unknown) => void) {
    this.#timers = timers;
    this.#asking = new Slices(onFault);
  }

  get isFull(): boolean {
    return this.#bySession.size >= limits.controls.callers;
  }

  /** Sessions that wait, each with how many topics it publishes as far as it knows. */
  sessions(): Map<string, number> {
    return new Map([...this.#bySession].map(([session, wait]) => [session, wait.leases]));
  }

  /** Opens a wait, in place of an older one of its session; `close` must be called. */
  open(
    session: string,
    topics: readonly Topic[],
    { waitMs, mayNow }: { readonly waitMs: number; readonly mayNow: MayNow },
  ): { readonly wait: PollWait; close(): void } {
    this.#bySession.get(session)?.wake('left');
    const opened = new PollWait(session, topics, mayNow);
    const forget = this.#timers.after(waitMs, () => opened.wake('time'));
    if (this.#isStopped) opened.wake('stopped');
    this.#bySession.set(session, opened);
    for (const topic of topics) this.#byTopic.set(topic, (this.#byTopic.get(topic) ?? new Set()).add(opened));
    return {
      wait: opened,
      close: () => {
        forget();
        this.#close(opened);
      },
    };
  }

  /** Something is new in a topic. */
  wakeTopic(topic: Topic, why: Wake = 'news'): void {
    for (const wait of this.#byTopic.get(topic) ?? []) wait.wake(why);
  }

  /** Wakes, in slices, whom the rights that are in force now refuse a topic. */
  wakeRefused(): void {
    this.#asking.add(this.#wakeRefused());
  }

  wakeSession(session: string, why: Wake): void {
    this.#bySession.get(session)?.wake(why);
  }

  wakeAll(why: Wake): void {
    for (const wait of this.#bySession.values()) wait.wake(why);
  }

  /** Ends every wait, and those to come at once. */
  stop(): void {
    this.#isStopped = true;
    this.#asking.stop();
    this.wakeAll('stopped');
  }

  *#wakeRefused(): Generator<void> {
    for (const wait of [...this.#bySession.values()]) {
      if (!wait.mayAll) wait.wake('rights');
      yield;
    }
  }

  #close(wait: PollWait): void {
    if (this.#bySession.get(wait.session) === wait) this.#bySession.delete(wait.session);
    for (const topic of wait.topics) {
      const waits = this.#byTopic.get(topic);
      waits?.delete(wait);
      if (waits?.size === 0) this.#byTopic.delete(topic);
    }
  }
}
