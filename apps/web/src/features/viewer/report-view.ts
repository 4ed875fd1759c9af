import type { Op } from '@sheetwire/contract/live';
import { createStore } from 'zustand/vanilla';
import type { ReportNote, ReportSink, ShownReport, ShownVersion } from '#features/viewer-ports.ts';

/** What shows the pages: the report document. */
export interface PageSurface {
  show(report: ShownReport, page: number): void;
  goTo(page: number): void;
  /** False when the delta does not fit what is shown. */
  apply(ops: readonly Op[]): boolean;
  clear(): void;
}

/** What the page around the report shows of it. */
export interface ReportInfo extends Omit<ShownReport, 'pages' | 'styles'> {
  /** Nothing is published, nothing may be viewed, or no snapshot was taken by that day. */
  readonly isEmpty: boolean;
}

/** Takes what the report loop learns: the pages go to the surface, the rest to the page around it. */
export class ReportView implements ReportSink {
  readonly info = createStore<{ readonly report: ReportInfo | undefined }>(() => ({ report: undefined }));
  readonly #surface: PageSurface;
  readonly #pageOf: (pageNames: readonly string[]) => number;

  constructor(surface: PageSurface, pageOf: (pageNames: readonly string[]) => number) {
    this.#surface = surface;
    this.#pageOf = pageOf;
  }

  show(report: ShownReport): void {
    const { pages, styles: _, ...info } = report;
    const isEmpty = pages.length === 0;
    if (isEmpty) this.#surface.clear();
    else this.#surface.show(report, this.#pageOf(report.pageNames));
    this.info.setState({ report: { ...info, isEmpty } });
  }

  apply(ops: readonly Op[], at: ShownVersion): void {
    if (!this.#surface.apply(ops)) throw new RangeError(`The delta to version ${at.version} does not fit`);
    const { report } = this.info.getState();
    if (report) this.info.setState({ report: { ...report, ...at } });
  }

  clear(): void {
    this.#surface.clear();
    this.info.setState({ report: undefined });
  }

  note(part: ReportNote): void {
    const { report } = this.info.getState();
    if (report) this.info.setState({ report: { ...report, ...part } });
  }

  /** Another tab was chosen. */
  turnPage(): void {
    const { report } = this.info.getState();
    if (report && !report.isEmpty) this.#surface.goTo(this.#pageOf(report.pageNames));
  }
}
