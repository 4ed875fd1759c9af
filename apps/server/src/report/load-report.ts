import type { Page, StoredReport } from '#ports/report-log.ts';
import type { Cleaner } from './cleaner.ts';
import { PageState } from './page-state.ts';
import type { ReportState } from './report-state.ts';

/** A stored report back in memory; pages of another cleaner are cleaned again before anybody sees them (safety 1). */
export async function loadReport(cleaner: Cleaner, stored: StoredReport): Promise<ReportState> {
  const isOld = stored.cleaner !== cleaner.version;
  const pages: PageState[] = [];
  for (const page of stored.pages) pages.push(await loadPage(cleaner, page, isOld));
  return { ...stored, pages, cleaner: cleaner.version };
}

async function loadPage(cleaner: Cleaner, page: Page, isOld: boolean): Promise<PageState> {
  if (!isOld && !page.html.includes(' data-control="')) return new PageState(page, []);
  const { html, controls } = await cleaner.cleanPage(page.html);
  return new PageState({ ...page, html, styles: page.styles.map((css) => cleaner.cleanStyle(css)) }, controls);
}
