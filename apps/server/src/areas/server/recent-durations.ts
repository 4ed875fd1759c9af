import type { Metrics, Series } from '#http/figures/metrics.ts';
import { withoutCalls } from './without-calls.ts';

type Seen = Pick<Series, 'value' | 'seen'>;

/** How often the counts are noted: what is told is of the last five to ten minutes. */
const SPAN = 300_000;

/** How long things took lately: what was counted since an earlier note, whoever asks and however often. */
export class RecentDurations {
  readonly #metrics: Pick<Metrics, 'read'>;
  #before = new Map<string, Seen>();
  #now = new Map<string, Seen>();

  constructor(metrics: Pick<Metrics, 'read'>) {
    this.#metrics = metrics;
  }

  /** Notes the counts until the returned function is called. */
  start(): () => void {
    const timer = setInterval(() => this.note(), SPAN).unref();
    return () => clearInterval(timer);
  }

  /** What is told of begins with the note before this one. */
  note(): void {
    this.#before = this.#now;
    this.#now = new Map();
    for (const [name, series] of this.#metrics.read()) {
      for (const one of withoutCalls(series)) if (one.seen) this.#now.set(keyOf(name, one), one);
    }
  }

  /** How many of a series, put together over all calls, came since, and how many of them lie within each bound. */
  since(name: string, series: Series): { readonly count: number; readonly within: Within } {
    const before = this.#before.get(keyOf(name, series));
    const old = new Map(before?.seen?.within);
    const within = (series.seen?.within ?? []).map(([bound, count]) => [bound, count - (old.get(bound) ?? 0)] as const);
    return { count: series.value - (before?.value ?? 0), within };
  }
}

/** How many lie within each bound, by bound. */
export type Within = readonly (readonly [bound: number, count: number])[];

function keyOf(name: string, { labels }: Series): string {
  return JSON.stringify([name, labels]);
}
