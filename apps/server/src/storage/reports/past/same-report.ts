import { cellText } from '@sheetwire/page/compare/cell-text';
import { PageModel } from '@sheetwire/page/model/page-model';
import type { Page, StoredReport } from '#ports/report-log.ts';

/**
 * Whether pages show what a report shows. Those of another cleaner may be written otherwise; then the names of their cells
 * and the texts in them count.
 */
export function isSameReport(report: StoredReport, pages: readonly Page[]): boolean {
  return report.pages.length === pages.length && report.pages.every((page, n) => isSamePage(page, pages[n]));
}

function isSamePage(one: Page, other: Page | undefined): boolean {
  if (!other || one.name !== other.name || one.user !== other.user) return false;
  return one.html === other.html || shownOn(one) === shownOn(other);
}

function shownOn({ html }: Page): string {
  const model = new PageModel({ html, styles: [] });
  if (!model.hasCells) return html;
  const cells = Array.from({ length: model.cellCount }, (_, n) => [model.cellName(n), cellText(model.cell(n) ?? '')]);
  return JSON.stringify(cells);
}
