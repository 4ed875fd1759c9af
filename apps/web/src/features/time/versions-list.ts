import type { Caller } from '@sheetwire/client/caller';
import type { Output } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import { versions } from '@sheetwire/contract/past/calls';
import type { Topic } from '@sheetwire/rules/topic';
import { createStore } from 'zustand/vanilla';
import type { Clock } from '#lib/clock.ts';
import { noteFault } from '#lib/faults.ts';
import type { KeptTimes } from '#lib/kept-words.ts';
import { type Part, partsOf } from './density.ts';
import { LatestWins } from './latest-wins.ts';
import { type RangeName, rangeFor, type Span, spanOf } from './strip-scale.ts';

export interface ListState {
  readonly parts: readonly Part[];
  /** Undefined before the first answer, and where nothing is kept. */
  readonly span: Span | undefined;
  readonly oldest: number | undefined;
  readonly newest: number | undefined;
  readonly range: RangeName;
  /** The reader may tag versions and roll back to them. */
  readonly mayRollBack: boolean;
  /** For how long versions are kept, where that is less than the server does. */
  readonly kept: KeptTimes | undefined;
}

/** Which times the strip shows, and the oldest that is kept, epoch ms. */
export interface KnownTimes {
  readonly span: Span;
  readonly oldest: number;
}

export interface ListDeps {
  readonly call: Caller;
  readonly clock: Clock;
  readonly topic: Topic;
  /** The present time by the server's clock. */
  now(): number;
  /** The moment that is shown, which must lie in what the strip shows. */
  at(): number | undefined;
}

/** What the strip shows, without its parts. */
type Fitted = Omit<ListState, 'parts'> & KnownTimes;

const nothing: ListState = {
  parts: [],
  span: undefined,
  oldest: undefined,
  newest: undefined,
  range: 'day',
  mayRollBack: false,
  kept: undefined,
};

/** When a report changed, over the time that its strip shows. */
export class VersionsList {
  readonly state = createStore<ListState>(() => nothing);
  readonly #deps: ListDeps;
  readonly #queue: LatestWins<RangeName>;
  #chosen: RangeName = 'day';
  #cancel: (() => void) | undefined;
  #isStopped = false;
  /** It is known what is kept, if anything. */
  #isAnswered = false;
  readonly #waiting = new Set<(known: KnownTimes | undefined) => void>();

  constructor(deps: ListDeps) {
    this.#deps = deps;
    this.#queue = new LatestWins({ clock: deps.clock, gap: limits.past.address, run: (range) => this.#load(range) });
  }

  /** The answer stops it. */
  start(): () => void {
    this.#isStopped = false;
    this.#queue.ask(this.#chosen);
    return () => {
      this.#isStopped = true;
      this.#queue.stop();
      this.#cancel?.();
      this.#cancel = undefined;
    };
  }

  /**
   * Tells the times of the strip, undefined where nothing is kept: at once where that is known, else once when the
   * next answer comes or fails (undefined too). What comes back stops it; undefined where it was told at once.
   */
  whenKnown(tell: (known: KnownTimes | undefined) => void): (() => void) | undefined {
    if (this.#isAnswered) {
      tell(this.#known);
      return undefined;
    }
    this.#waiting.add(tell);
    return () => this.#waiting.delete(tell);
  }

  /** Something was done with a version: what the strip shows is asked for at once. */
  again(): void {
    if (!this.#isStopped) this.#queue.ask(this.#chosen);
  }

  choose(range: RangeName): void {
    this.#chosen = range;
    this.#queue.ask(range);
  }

  /** Versions came, or another moment is shown; asked again soon, and not for each of them. */
  refresh(): void {
    if (this.#isStopped) return;
    const { span, oldest } = this.state.getState();
    const at = this.#deps.at();
    if (span && at !== undefined && at < span.from && span.from !== oldest) this.#queue.ask(this.#chosen);
    else
      this.#cancel ??= this.#deps.clock.after(limits.past.fresh, () => {
        this.#cancel = undefined;
        this.#queue.ask(this.#chosen);
      });
  }

  /** The first version that is kept after a time. */
  async firstAfter(at: number): Promise<number | undefined> {
    const { buckets } = await this.#ask({ from: at + 1 });
    return buckets.find(({ kind }) => kind === 'publish')?.firstVersion;
  }

  async #load(chosen: RangeName): Promise<void> {
    try {
      const known = this.state.getState().oldest;
      const asked = spanOf(this.#fitting(chosen, known), known ?? Number.NEGATIVE_INFINITY, this.#deps.now());
      const first = await this.#ask(asked);
      const fitted = this.#fitted(chosen, first);
      // Not all of it was asked for, or in parts that are too long.
      const isRight = !fitted || (known !== undefined && fitted.span.from >= asked.from);
      const parts = isRight ? first : await this.#ask(fitted.span);
      this.state.setState(fitted ? { ...fitted, parts: partsOf(parts.buckets) } : nothing);
      this.#isAnswered = true;
    } catch (fault) {
      // The line tells its own loss; what the strip shows is asked for again.
      noteFault(fault);
      this.refresh();
    }
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const tell of waiting) tell(this.#known);
  }

  get #known(): KnownTimes | undefined {
    const { span, oldest } = this.state.getState();
    return span && oldest !== undefined ? { span, oldest } : undefined;
  }

  /** What the strip shows, once it is known how far back it can go; undefined where nothing is kept. */
  #fitted(chosen: RangeName, answer: Output<typeof versions>): Fitted | undefined {
    const { oldestUtc, newestUtc, mayRollBack = false, kept } = answer;
    if (oldestUtc === null || newestUtc === null) return undefined;
    const [oldest, newest] = [Date.parse(oldestUtc), Date.parse(newestUtc)];
    const range = this.#fitting(chosen, oldest);
    const span = spanOf(range, oldest, Math.max(this.#deps.now(), newest));
    return { oldest, newest, range, mayRollBack, kept, span };
  }

  #fitting(chosen: RangeName, oldest: number | undefined): RangeName {
    const { now, at } = this.#deps;
    return oldest === undefined ? chosen : rangeFor(chosen, at(), { oldest, now: now() });
  }

  /** To the newest version, which may have come since, or be of a server whose clock is ahead. */
  #ask({ from }: Pick<Span, 'from'>) {
    const { call, topic } = this.#deps;
    const since = Number.isFinite(from) ? { from: new Date(from).toISOString() } : {};
    return call(versions, { topic, ...since, most: limits.past.usualBuckets });
  }
}
