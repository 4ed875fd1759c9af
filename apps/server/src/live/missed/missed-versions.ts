import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { OneAtATime } from '#lib/one-at-a-time.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { Clock } from '#ports/clock.ts';
import type { ReportLog, TopicHead } from '#ports/report-log.ts';
import type { Stores } from '#ports/stores.ts';
import type { ReportEngine } from '#report/engine.ts';

const { farBack } = limits.missedVersions;

export interface MissedDeps {
  readonly stores: Pick<Stores, 'now' | 'presence'> & { readonly reports: Pick<ReportLog, 'headsSince'> };
  readonly engine: Pick<ReportEngine, 'head' | 'refresh' | 'unread'>;
  readonly clock: Clock;
  readonly onFault: (fault: unknown) => void;
}

/**
 * Asks the store every few seconds what a lost bus message may have hidden, from the last time that it answered on: a
 * node that was cut off for long misses nothing (architecture, decision 3).
 */
export class MissedVersions {
  readonly #deps: MissedDeps;
  readonly #turn = new OneAtATime(() => this.#read());
  readonly #farTurn = new OneAtATime(() => this.#readFarBack());
  #since = Number.NaN;
  /** Topics that could not be read; they are tried again each time and keep no other waiting. */
  readonly #failed = new Set<Topic>();
  #timer: NodeJS.Timeout | undefined;
  #farTimer: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;
  #overdue: NodeJS.Timeout | undefined;
  #isStopped = false;
  /** Told once nothing vouches any more for what viewers are shown, and again until something does. */
  onOverdue: () => void = () => undefined;
  /** When the last look that saw everything began, by a watch that nobody sets. */
  #lookedAt: number;
  /** When the last look began that was told all that is newer, whether or not it could read it. */
  #toldAt: number;
  /** Whether the last look failed, or could not read all that it found. */
  #isFailing = false;
  /** When something was last known to be lost on its way here, by the same watch. */
  #lostAt = Number.NEGATIVE_INFINITY;

  constructor(deps: MissedDeps) {
    this.#deps = deps;
    this.#lookedAt = steadyTime(deps.clock);
    this.#toldAt = this.#lookedAt;
  }

  /** True when nothing vouches for what viewers are shown, should messages be lost as well. */
  get isOverdue(): boolean {
    return steadyTime(this.#deps.clock) - this.#lookedAt > limits.missedVersions.vouches;
  }

  /** True while the store does not say what is newer, or does not give it, or takes long. */
  get isFailing(): boolean {
    return this.#isFailing || steadyTime(this.#deps.clock) - this.#lookedAt > limits.missedVersions.doubts;
  }

  /** True while the store has not been asked, or has not said, what was lost on its way here. */
  get isLossOpen(): boolean {
    return this.#lostAt >= this.#toldAt;
  }

  /** Something was lost on its way here: a look that begins later finds it. */
  noteLoss(): void {
    this.#lostAt = steadyTime(this.#deps.clock);
  }

  /** Notes the time from which on changes count; call before the catalogue is read. */
  async begin(): Promise<void> {
    this.#lookedAt = steadyTime(this.#deps.clock);
    this.#toldAt = this.#lookedAt;
    this.#since = await this.#deps.stores.now();
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), limits.missedVersions.every);
    this.#timer.unref();
    // A server with a store of its own sees what it commits at once.
    if (this.#deps.stores.presence) {
      this.#farTimer = setInterval(() => void this.lookedFarBack().catch(this.#deps.onFault), farBack.every).unref();
    }
    this.#watch();
  }

  /** Looks now, and soon again when the store does not say. */
  look(): void {
    this.looked().catch((fault: unknown) => {
      this.#isFailing = true;
      this.#deps.onFault(fault);
      clearTimeout(this.#again);
      // The look that `stop` waits for may fail: the store that it would ask again is about to be closed.
      if (!this.#isStopped) this.#again = setTimeout(() => this.look(), limits.missedVersions.again).unref();
    });
  }

  /** Looks now; resolves once what was missed is known here. */
  looked(): Promise<void> {
    return this.#turn.run();
  }

  /** Looks for versions whose commit the database held up: they are older when they can be seen. */
  lookedFarBack(): Promise<void> {
    return this.#farTurn.run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    clearInterval(this.#farTimer);
    clearTimeout(this.#again);
    clearTimeout(this.#overdue);
    this.onOverdue = () => undefined;
    await this.#turn.settle();
    await this.#farTurn.settle();
  }

  async #read(): Promise<void> {
    const { stores, engine, clock } = this.#deps;
    const from = steadyTime(clock);
    const now = await stores.now();
    // A server with a store of its own wrote each version itself: it looks at none twice.
    const overlap = stores.presence ? limits.missedVersions.overlap : 0;
    const changed = await stores.reports.headsSince(this.#since - overlap);
    const before = this.#toldAt;
    this.#toldAt = from;
    const heads = new Map((await this.#missing(changed)).map((head) => [head.topic, head]));
    // The look before did not see it.
    for (const { topic, version } of heads.values()) engine.unread.note(topic, version, before);
    const waiting = new Set([...this.#failed, ...heads.keys()]).values();
    const lane = async () => {
      for (const topic of waiting) await this.#refresh(topic, heads.get(topic));
    };
    await Promise.all(Array.from({ length: limits.missedVersions.atOnce }, lane));
    this.#since = now;
    // What could not be read is known to be newer, and not shown.
    this.#isFailing = this.#failed.size > 0;
    if (!this.#isFailing) this.#lookedAt = from;
  }

  /** Beside the look that everything hangs on: it takes longer, and it may fail. */
  async #readFarBack(): Promise<void> {
    const { stores, engine } = this.#deps;
    const changed = await stores.reports.headsSince((await stores.now()) - farBack.overlap, 'reading');
    for (const head of await this.#missing(changed)) await engine.refresh(head.topic, head);
  }

  /** What is not known here; a version that is only on its way is told meanwhile, and not read. */
  async #missing(changed: readonly TopicHead[]): Promise<readonly TopicHead[]> {
    const isNewer = ({ topic, version }: TopicHead) => version > (this.#deps.engine.head(topic)?.version ?? 0);
    const newer = changed.filter(isNewer);
    if (newer.length === 0) return newer;
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, limits.missedVersions.onItsWay);
    await promise;
    return newer.filter(isNewer);
  }

  #watch(): void {
    const { vouches, again } = limits.missedVersions;
    const left = this.#lookedAt + vouches - steadyTime(this.#deps.clock);
    this.#overdue = setTimeout(() => this.#lookBack(), left >= 0 ? left + 1 : again).unref();
  }

  #lookBack(): void {
    if (this.isOverdue) this.onOverdue();
    this.#watch();
  }

  /** One that the store is slow with keeps no other waiting. */
  async #refresh(topic: Topic, head: TopicHead | undefined): Promise<void> {
    try {
      await this.#deps.engine.refresh(topic, head);
      this.#failed.delete(topic);
    } catch (fault) {
      this.#failed.add(topic);
      this.#deps.onFault(fault);
    }
  }
}
