import { limits } from '@sheetwire/contract/limits';
import { createStore } from 'zustand/vanilla';
import { type Address, formatAddress } from '#features/selection/address.ts';
import {
  firstRecent,
  isOtherReport,
  isOtherView,
  type Known,
  nothingSelected,
  type Selection,
  type SelectionEvent,
  select,
  toAddress,
  topicOf,
} from '#features/selection/selection.ts';
import { currentTab, tabsOf } from '#features/selection/tabs.ts';
import type { ReportDriver, ReportSink, TopicDriver } from '#features/viewer-ports.ts';
import type { Clock } from '#lib/clock.ts';
import { withFirst } from './recents.ts';
import { type PageSurface, type ReportInfo, ReportView } from './report-view.ts';

/** The address bar, as the viewer uses it. */
export interface ViewerHistory {
  /** Undefined once the visitor is on the way to another page, whose script may still be loading. */
  read(): Address | undefined;
  /** The present address as text, in the form that formatAddress writes. */
  readText(): string;
  write(address: string, mode: 'push' | 'replace'): void;
}

export interface ViewerDeps {
  readonly history: ViewerHistory;
  readonly surface: PageSurface;
  readonly topics: TopicDriver;
  readonly clock: Clock;
  /** The page that is shown goes: unsent entries are discarded, texts are sent. True when there were any. */
  leavePage(): boolean;
  makeReports(sink: ReportSink): ReportDriver;
  readRecents(): readonly string[];
  /** Whether this browser did not draw the report in time. */
  isSlow(topic: string): boolean;
  /** Keeps the list here and saves it to the server. */
  saveRecents(recents: string[]): void;
}

/** Joins selection, address, topic lists and the report loop (spec 2, Report viewer). */
export class ViewerModel {
  readonly selection = createStore<Selection>(() => nothingSelected);
  readonly view: ReportView;
  readonly topics: TopicDriver;
  readonly reports: ReportDriver;
  readonly #deps: ViewerDeps;
  #aside: ReportSink | undefined;
  #isDatePickerOpen = false;
  #isMidEntry = false;
  #isPressed = false;
  /** The shown report that was moved to the front of the recent ones: its next versions move nothing. */
  #noted: string | undefined;
  #stops: (() => void)[] = [];

  constructor(deps: ViewerDeps) {
    this.#deps = deps;
    this.topics = deps.topics;
    this.view = new ReportView(deps.surface, (names) => this.#pageOf(names));
    this.reports = deps.makeReports({
      show: (report) => this.#sink.show(report),
      apply: (ops, at) => this.#sink.apply(ops, at),
      clear: () => this.#sink.clear(),
      note: (part) => this.#sink.note?.(part),
    });
  }

  start(): void {
    this.#stops = [
      this.topics.lists.subscribe(() => this.#listsChanged()),
      this.view.info.subscribe(({ report }, before) => {
        if (report) this.#noteShown(report, before.report);
        else this.#noted = undefined;
      }),
    ];
    this.topics.start();
    this.readAddress();
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.topics.stop();
    this.reports.stop();
  }

  /** While the past is shown, the live report goes here, beside the view; undefined gives it back (time 3). */
  keepAside(sink: ReportSink | undefined): void {
    this.#aside = sink;
    this.#drive();
  }

  /** The past is shown, which nothing may make look live. */
  get isPast(): boolean {
    return this.#aside !== undefined;
  }

  get #sink(): ReportSink {
    return this.#aside ?? this.view;
  }

  /** The address changed: by Back, by a link, or by a write of our own, which changes nothing. */
  readAddress(): void {
    const address = this.#deps.history.read();
    if (address) this.dispatch({ kind: 'address', address });
  }

  dispatch(event: SelectionEvent): void {
    const before = this.selection.getState();
    const after = select(before, event, this.#known());
    this.selection.setState(after, true);
    this.#writeAddress(before, after, event);
    const isOtherTab = before.tab !== after.tab || before.isMetadataShown !== after.isMetadataShown;
    const isOther = isOtherTab || isOtherReport(before, after) || before.at !== after.at;
    const hadUnsent = isOther && this.#deps.leavePage();
    if (isOtherTab) this.#turnPage(hadUnsent);
    this.#drive();
  }

  /** While the date picker is open nothing is fetched (spec 4, Report polling loop). */
  holdForDate(isOpen: boolean): void {
    this.#isDatePickerOpen = isOpen;
    this.#drive();
  }

  /** While something is entered in a control nothing is fetched (spec 4, Report polling loop). */
  holdForEntry(isMidEntry: boolean): void {
    this.#isMidEntry = isMidEntry;
    this.#drive();
  }

  /** While a control is pressed nothing moves it. */
  holdForPress(isPressed: boolean): void {
    this.#isPressed = isPressed;
    this.#drive();
  }

  /** The recent report that home would have opened by itself, had it not stopped the page the last time. */
  get heldBack(): string | undefined {
    const known = this.#known();
    const recent = topicOf(this.selection.getState()) ? undefined : firstRecent(known);
    return recent !== undefined && known.isSlow(recent) ? recent : undefined;
  }

  /** Shows the newest version once; a pause goes on. */
  jumpToNow(): void {
    this.reports.refresh();
  }

  /** What was entered is on its way before its page goes (spec 9, tab change delay). */
  #turnPage(hadUnsent: boolean): void {
    if (hadUnsent) this.#deps.clock.after(limits.tabChangeDelay, () => this.view.turnPage());
    else this.view.turnPage();
  }

  /** What ends with a viewer that is left, a calendar or an entry, does not start its loop again. */
  #drive(): void {
    if (this.#stops.length === 0) return;
    const selection = this.selection.getState();
    // The live report is not drawn on the way to the past, whose script may still be loading.
    const isWaiting = selection.at !== undefined && !this.#aside;
    this.reports.set({
      topic: isWaiting ? undefined : topicOf(selection),
      date: selection.date,
      live: selection.isLive,
      isDatePickerOpen: this.#isDatePickerOpen,
      isMidEntry: this.#isMidEntry,
      isPressed: this.#isPressed,
    });
  }

  /** Another selection pushes a history entry, other changes replace the present one (spec 2). */
  #writeAddress(before: Selection, after: Selection, event: SelectionEvent): void {
    const address = formatAddress(toAddress(after));
    const { history } = this.#deps;
    if (history.read() === undefined || address === history.readText()) return;
    const isChoice = event.kind !== 'address' && event.kind !== 'lists' && event.kind !== 'noversion';
    history.write(address, isChoice && isOtherView(before, after) ? 'push' : 'replace');
  }

  /** What was there and is no more may not be viewed any more: the lists say so, without a stream too. */
  #noteShown(report: ReportInfo, before: ReportInfo | undefined): void {
    if (!report.isEmpty || this.#isEmptyDay(report)) this.#noteRecent(report.topic);
    if (report.isEmpty && before?.topic === report.topic && !before.isEmpty) this.topics.refresh();
  }

  /** A day before the first snapshot, of a report that may be viewed: that the answer alone does not say. */
  #isEmptyDay({ topic, isEmpty }: ReportInfo): boolean {
    const isDay = this.selection.getState().date !== undefined;
    return isEmpty && isDay && this.topics.lists.getSnapshot().topics.includes(topic);
  }

  #listsChanged(): void {
    this.dispatch({ kind: 'lists' });
    const { report } = this.view.info.getState();
    if (report?.isEmpty) this.#noteShown(report, report);
  }

  #noteRecent(topic: string): void {
    if (this.#noted === topic) return;
    this.#noted = topic;
    const recents = this.#deps.readRecents();
    if (recents[0] !== topic) this.#deps.saveRecents(withFirst(recents, topic));
  }

  #pageOf(pageNames: readonly string[]): number {
    const { isMetadataShown, tab } = this.selection.getState();
    return currentTab(tabsOf(pageNames, isMetadataShown), tab)?.page ?? -1;
  }

  #known(): Known {
    const { readRecents, isSlow } = this.#deps;
    return { lists: this.topics.lists.getSnapshot(), recents: readRecents(), isSlow };
  }
}
