import type { Caller } from '@sheetwire/client/caller';
import { CallError } from '@sheetwire/client/failures';
import type { Output } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import { publishingReport, publishingReports } from '@sheetwire/contract/publishing/calls';
import { parseTopic } from '@sheetwire/rules/topic';
import { createStore } from 'zustand/vanilla';
import { errorText } from '#lib/api.ts';
import type { Clock } from '#lib/clock.ts';
import { isGivenUpLate } from '#lib/give-up-late.ts';
import { type Hidden, Polling } from '#lib/polling.ts';

export type ListedReport = Output<typeof publishingReports>['reports'][number];
export type ReportDetail = Output<typeof publishingReport>;

export interface PublishingState {
  readonly isKnown: boolean;
  /** Why the list could not be asked for; what is known stays beside it. */
  readonly failure: string;
  readonly reports: readonly ListedReport[];
  readonly total: number;
  readonly hasMore: boolean;
  readonly places: readonly string[];
  /** Reports of which a publish waits for approval. */
  readonly waiting: readonly string[];
  readonly maxBytes: number;
  readonly search: string;
  /** '' when none is. */
  readonly selected: string;
  readonly detail: ReportDetail | undefined;
  readonly detailFailure: string;
  /** A report that was selected and that the user may publish no more; '' when there is none. */
  readonly lost: string;
}

export interface PublishingDeps {
  readonly call: Caller;
  readonly clock: Clock;
  readonly isHidden: Hidden;
}

const nothing: PublishingState = {
  ...{ isKnown: false, failure: '', reports: [], total: 0, hasMore: false, places: [], waiting: [] },
  ...{ maxBytes: 0, search: '' },
  ...{ selected: '', detail: undefined, detailFailure: '', lost: '' },
};

/** What the Publishing page knows, asked for again while it is on screen (decision 59). */
export class PublishingModel {
  readonly store = createStore<PublishingState>(() => nothing);
  readonly #deps: PublishingDeps;
  readonly #polling: Polling;
  #pages = 1;
  #most: number = limits.publishedVersions.usual;

  constructor(deps: PublishingDeps) {
    this.#deps = deps;
    this.#polling = new Polling({ ...deps, every: limits.untoldPoll, ask: (signal) => this.#ask(signal) });
  }

  start(): void {
    this.#polling.start();
  }

  stop(): void {
    this.#polling.stop();
  }

  refresh(): void {
    this.#polling.now();
  }

  search(search: string): void {
    this.#pages = 1;
    this.store.setState({ search });
    this.#polling.now();
  }

  /** The reports after those that are shown. */
  more(): void {
    this.#pages++;
    this.#polling.now();
  }

  select(selected: string): void {
    this.#most = limits.publishedVersions.usual;
    this.store.setState({ selected, detail: undefined, detailFailure: '', lost: '' });
    this.#polling.now();
  }

  /** A file was published while that report was selected: its own is shown, unless another one was chosen since. */
  showPublished(topic: string, before: string): void {
    const { selected } = this.store.getState();
    if (selected === before && selected !== topic) this.select(topic);
    else this.#polling.now();
  }

  /** Versions before those that are shown. */
  moreVersions(): void {
    this.#most = Math.min(limits.publishedVersions.most, this.#most * 2);
    this.#polling.now();
  }

  dismissLost(): void {
    this.store.setState({ lost: '' });
  }

  async #ask(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#askList(signal), this.#askDetail(signal)]);
  }

  async #askList(signal: AbortSignal): Promise<void> {
    const { search } = this.store.getState();
    try {
      const found = await this.#pagesOf(search, signal);
      if (!signal.aborted && search === this.store.getState().search)
        this.store.setState({ ...found, isKnown: true, failure: '' });
    } catch (error) {
      if (!isLeft(signal)) this.store.setState({ failure: errorText(error) });
    }
  }

  async #pagesOf(search: string, signal: AbortSignal) {
    const reports: ListedReport[] = [];
    for (let after = '', page = 1; ; page++) {
      const answer = await this.#deps.call(publishingReports, { search, after }, { signal });
      reports.push(...answer.reports);
      const { total, places, waiting = [], maxBytes, next } = answer;
      if (next === '' || page >= this.#pages)
        return { reports, total, places, waiting, maxBytes, hasMore: next !== '' };
      after = next;
    }
  }

  async #askDetail(signal: AbortSignal): Promise<void> {
    const { selected } = this.store.getState();
    const topic = parseTopic(selected);
    if (topic === undefined) return;
    const isStill = () => !isLeft(signal) && this.store.getState().selected === selected;
    try {
      const detail = await this.#deps.call(publishingReport, { topic, most: this.#most }, { signal });
      if (isStill()) this.store.setState({ detail, detailFailure: '' });
    } catch (error) {
      if (!isStill()) return;
      const isLost = error instanceof CallError && error.code === 'not_allowed';
      if (isLost) this.store.setState({ selected: '', detail: undefined, lost: selected });
      else this.store.setState({ detailFailure: errorText(error) });
    }
  }
}

/** The page went on to something else; a call that was given up since no answer came is told. */
function isLeft(signal: AbortSignal): boolean {
  return signal.aborted && !isGivenUpLate(signal);
}
