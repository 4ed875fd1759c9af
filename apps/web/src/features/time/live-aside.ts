import type { Op } from '@sheetwire/contract/live';
import type { DocumentPage } from '#features/report-document/shown-document.ts';
import { ReportTexts } from '#features/report-document/texts/report-texts.ts';
import type { ReportNote, ReportSink, ShownReport, ShownVersion } from '#features/viewer-ports.ts';

export interface AsideEvents {
  /** Another version is the newest, or the first one came. */
  onVersion(): void;
  /** What may be viewed now is the empty report: it was removed, or the right to it is lost. */
  onEmpty(): void;
  /** The report is gone from this page: another one is chosen, or the session is over. */
  onCleared(): void;
}

/** Keeps the live report while the past is shown: it goes on there, and is back at once (time 3). */
export class LiveAside implements ReportSink {
  readonly #events: AsideEvents;
  readonly #texts = new ReportTexts();
  #report: Omit<ShownReport, 'pages' | 'styles'> | undefined;

  constructor(events: AsideEvents) {
    this.#events = events;
  }

  /** What the view showed until now. */
  take(report: Omit<ShownReport, 'pages' | 'styles'>, pages: readonly DocumentPage[]): void {
    this.#report = report;
    this.#texts.take(pages);
  }

  show({ pages, styles, ...report }: ShownReport): void {
    this.take(
      report,
      pages.map((html, n) => ({ name: report.pageNames[n] ?? '', html, styles: styles[n] ?? [] })),
    );
    if (pages.length === 0) this.#events.onEmpty();
    else this.#events.onVersion();
  }

  apply(ops: readonly Op[], at: ShownVersion): void {
    if (!this.#report || this.#texts.push(ops) < ops.length) throw new RangeError(`Version ${at.version} does not fit`);
    this.#report = { ...this.#report, ...at };
    this.#events.onVersion();
  }

  clear(): void {
    this.#report = undefined;
    this.#texts.take([]);
    this.#events.onCleared();
  }

  note(part: ReportNote): void {
    if (this.#report) this.#report = { ...this.#report, ...part };
  }

  /** The newest version that is here; 0 while there is none. */
  get version(): number {
    return this.#report?.version ?? 0;
  }

  get snapshotDates(): readonly string[] | undefined {
    return this.#report?.snapshotDates;
  }

  /** The live report; undefined before the first came. Throws OpMismatch when a delta did not fit. */
  report(): ShownReport | undefined {
    const pages = this.#texts.all();
    const [htmls, styles] = [pages.map(({ html }) => html), pages.map((page) => page.styles)];
    return this.#report && { ...this.#report, pages: htmls, styles };
  }
}
