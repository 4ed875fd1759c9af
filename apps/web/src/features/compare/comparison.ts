import { CallError } from '@sheetwire/client/failures';
import { limits } from '@sheetwire/contract/limits';
import type { ReportSide } from '@sheetwire/page/compare/compare-reports';
import { isMetadataPage } from '@sheetwire/rules/page-name';
import { firstReportDate } from '@sheetwire/rules/report-date';
import type { Topic } from '@sheetwire/rules/topic';
import type { AskedReport } from '#features/report-loop/report-fetch.ts';
import type { ShownReport } from '#features/viewer-ports.ts';
import { errorText } from '#lib/api.ts';
import type { Clock } from '#lib/clock.ts';
import { Observable } from '#lib/observable.ts';
import type { ComparedPage, ComparedSides } from './compared-pages.ts';
import { type Day, isMoment, type Sides } from './sides.ts';

/** What is known of one side beside its pages. */
export interface SideFacts {
  /** The day or moment that was asked for; undefined for the live report. */
  readonly day: Day;
  /** The day of the snapshot that answers for it. */
  readonly shownDate: string | null;
  /** Where no version of a moment is kept: when the one before it was published, ISO 8601. */
  readonly shownAt?: string | undefined;
  readonly time: string;
  readonly version: number;
}

export type CompareState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly text: string }
  /** There is no snapshot on or before the day, or what answers for it has no pages. */
  | { readonly state: 'missing'; readonly day: Day; readonly shownDate: string | null }
  /** Neither side has a page beside METADATA. */
  | { readonly state: 'nothing' }
  /** Both days are answered by one snapshot. */
  | { readonly state: 'same'; readonly shownDate: string }
  /** Nothing was published between the two. */
  | { readonly state: 'same-version'; readonly time: string }
  | { readonly state: 'too-large' }
  | {
      readonly state: 'done';
      readonly older: SideFacts;
      readonly newer: SideFacts;
      readonly pages: readonly ComparedPage[];
    };

export interface ComparisonDeps {
  readonly clock: Clock;
  /** Undefined when there is none. */
  fetchSide(asked: AskedReport, signal: AbortSignal): Promise<ShownReport | 'logged-out' | undefined>;
  /** Undefined when a side is too large. */
  compare(sides: ComparedSides, signal: AbortSignal): Promise<ComparedPage[] | undefined>;
  onLoggedOut(): void;
}

/** Fetches both sides once and compares them: what was compared stands still, however the report goes on. */
export class Comparison {
  readonly state = new Observable<CompareState>({ state: 'loading' });
  readonly #deps: ComparisonDeps;
  #running = new AbortController();

  constructor(deps: ComparisonDeps) {
    this.#deps = deps;
  }

  /** Compares, or compares again; a paused report is compared as it is on screen. */
  async run(topic: Topic, sides: Sides, paused?: ShownReport): Promise<void> {
    this.stop();
    const running = new AbortController();
    this.#running = running;
    this.state.set({ state: 'loading' });
    const cancel = this.#deps.clock.after(limits.compareTime, () =>
      running.abort(new Error('This is taking too long')),
    );
    try {
      const found = await this.#compare(topic, { ...sides, paused }, running.signal);
      if (this.#running === running) this.state.set(found);
    } catch (error) {
      if (this.#running === running) this.#failed(error);
    } finally {
      cancel();
    }
  }

  /** What is under way counts no more. */
  stop(): void {
    this.#running.abort();
    this.#running = new AbortController();
  }

  async #compare(topic: Topic, sides: Asking, signal: AbortSignal): Promise<CompareState> {
    const { paused } = sides;
    const [older, newer] = await Promise.all([
      this.#side({ topic, date: sides.older }, signal),
      paused ?? this.#side({ topic, date: sides.newer }, signal),
    ]);
    if (older === 'logged-out' || newer === 'logged-out') {
      this.#deps.onLoggedOut();
      return { state: 'loading' };
    }
    const found = [filled(older), filled(newer)] as const;
    if (!found[0]) return missing(sides.older, older);
    if (!found[1]) return missing(sides.newer, newer);
    const same = sameOf(found[0], found[1], sides);
    if (same) return same;
    // A day's snapshot may be older or newer than a moment of that day.
    const isSwapped = (isMoment(sides.older) || isMoment(sides.newer)) && found[0].time > found[1].time;
    const [before, after] = isSwapped ? [found[1], found[0]] : [found[0], found[1]];
    const [first, last] = isSwapped ? [sides.newer, sides.older] : [sides.older, sides.newer];
    const pages = await this.#deps.compare({ label: topic, older: sideOf(before), newer: sideOf(after) }, signal);
    if (!pages) return { state: 'too-large' };
    if (pages.length === 0) return { state: 'nothing' };
    return { state: 'done', older: factsOf(first, before), newer: factsOf(last, after), pages };
  }

  /** Before the first day that may be asked for nothing is asked: no snapshot is so old. */
  async #side(asked: AskedReport, signal: AbortSignal): Promise<ShownReport | 'logged-out' | undefined> {
    if (asked.date !== undefined && asked.date < firstReportDate) return undefined;
    return this.#deps.fetchSide(asked, signal);
  }

  #failed(error: unknown): void {
    if (error instanceof CallError && error.status === 401) this.#deps.onLoggedOut();
    else this.state.set({ state: 'failed', text: errorText(error) });
  }
}

interface Asking extends Sides {
  readonly paused: ShownReport | undefined;
}

function missing(day: Day, report: ShownReport | undefined): CompareState {
  return { state: 'missing', day, shownDate: report?.shownDate ?? null };
}

/** What both sides show, where that is one and the same. */
function sameOf(before: ShownReport, after: ShownReport, { older, newer }: Sides): CompareState | undefined {
  const { shownDate, version, time } = before;
  if (shownDate !== null) return shownDate === after.shownDate ? { state: 'same', shownDate } : undefined;
  const isPast = isMoment(older) || isMoment(newer);
  return isPast && after.shownDate === null && version === after.version ? { state: 'same-version', time } : undefined;
}

/** The empty report is none. */
function filled(report: ShownReport | undefined): ShownReport | undefined {
  return report && report.pages.length > 0 ? report : undefined;
}

/** METADATA is a page of its own kind: what it says of a version always differs. */
function sideOf({ pageNames, pages, styles }: ShownReport): ReportSide {
  const kept = [...pages.keys()].filter((n) => !isMetadataPage(pageNames[n] ?? ''));
  return {
    pageNames: kept.map((n) => pageNames[n] ?? ''),
    pages: kept.map((n) => pages[n] ?? ''),
    styles: kept.map((n) => styles[n] ?? []),
  };
}

function factsOf(day: Day, { shownDate, shownAt, time, version }: ShownReport): SideFacts {
  return { day, shownDate, time, version, ...(isMoment(day) && shownAt !== undefined && { shownAt }) };
}
