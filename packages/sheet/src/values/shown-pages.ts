import { limits } from '@sheetwire/contract/limits';
import { bodyOfTexts, type TextReport } from '../file-answer.ts';
import { NotEvaluated } from '../formula/faults.ts';
import { LiveReport, type ReportSteps } from '../live/live-report.ts';
import { NotFollowed } from '../live/not-followed.ts';
import type { SheetRow, Workbook } from '../model.ts';
import type { PageSelection } from '../page-selection.ts';
import type { StylesBefore } from '../render/page/report-job.ts';
import { textOf } from '../render/page-text.ts';
import type { RenderMoment, WrittenReport } from '../render/selection.ts';
import type { PublishBody, PublishHead } from '../render-file.ts';
import { WorkbookError } from '../workbook-error.ts';

interface Shown {
  readonly of: Workbook;
  readonly live: LiveReport | undefined;
  readonly report: TextReport;
}

/** What was set on a workbook: the rows that are others, and whether its pages were given to be published. */
export interface Since {
  readonly workbook: Workbook;
  readonly rows: ReadonlyMap<string, readonly SheetRow[]>;
  readonly isGiven: boolean;
}

/**
 * The pages of a workbook as they were rendered last, which follow its values where they can. They are a cache: without
 * them the same pages are rendered as a whole.
 */
export class ShownPages {
  #shown: Shown | undefined;
  #styles: StylesBefore = new Map();

  get memory(): number {
    return this.#shown?.live?.memory ?? 0;
  }

  isOf(workbook: Workbook): boolean {
    return this.#shown?.of === workbook;
  }

  forget(): void {
    this.#styles = this.#stylesNow();
    this.#shown = undefined;
  }

  /** Renders all pages anew; numbers of styles stay. */
  render(workbook: Workbook, selection: PageSelection, moment: Omit<RenderMoment, 'styles' | 'keeper'>): void {
    this.forget();
    const { written, live } = LiveReport.write(workbook, selection, { ...moment, styles: this.#styles });
    this.#shown = { of: workbook, live, report: reportOf(written, live) };
  }

  /**
   * Follows values that were set on the workbook whose pages these are; answers the steps where viewers have those
   * pages. What it cannot follow is left to be rendered as a whole.
   */
  follow(next: Workbook, { workbook, rows, isGiven }: Since): ReportSteps | undefined {
    const { live, report } = this.#shown?.of === workbook ? this.#shown : { live: undefined, report: undefined };
    if (!live || !report) return undefined;
    this.forget();
    try {
      const steps = live.follow(rows);
      this.#shown = { of: next, live, report };
      return isGiven ? steps : undefined;
    } catch (fault) {
      if (fault instanceof NotFollowed || fault instanceof NotEvaluated || fault instanceof WorkbookError)
        return undefined;
      throw fault;
    }
  }

  body(head: PublishHead & { readonly holds: boolean }, now: Date): PublishBody {
    if (!this.#shown) throw new Error('no pages were rendered');
    const { live, report } = this.#shown;
    return bodyOfTexts(live ? { ...report, pages: live.pages } : report, head, now);
  }

  /** What a page has of styles stays with their numbers, unless these are far too many. */
  #stylesNow(): StylesBefore {
    if (!this.#shown) return this.#styles;
    const { live, report } = this.#shown;
    const pages = live ? live.styles : report.pages;
    const kept = pages.filter(({ styles }) => styles.length <= limits.values.stylesKept);
    return new Map(kept.map(({ name, styles }) => [name, styles]));
  }
}

/** What is beside the pages stays as long as they can be followed. */
function reportOf({ pages, ...facts }: WrittenReport, live: LiveReport | undefined): TextReport {
  const texts = live ? [] : pages.map(({ name, styles, text }) => ({ name, styles, html: textOf(text.chunks()) }));
  return { ...facts, pages: texts };
}
