import type { Topic } from '@sheetwire/rules/topic';
import type { HeldValue } from '#ports/controls.ts';
import type { Page, ReportLog, StoredReport, TopicHead } from '#ports/report-log.ts';
import type { Cleaner } from './cleaner.ts';
import { heldAt, ownVersionOf } from './held/held-values.ts';
import { PageState } from './page-state.ts';
import type { ReportState } from './report-state.ts';

const MAX_READS = 4;

interface Newest {
  readonly head: TopicHead | undefined;
  readonly stored: StoredReport | undefined;
  readonly held: readonly HeldValue[];
}

/** Head and pages of one version: another node may publish between the two reads. At worst the pages are the newer. */
export async function readNewest(log: ReportLog, topic: Topic): Promise<Newest> {
  for (let read = 1; ; read++) {
    const head = await log.head(topic);
    const stored = await log.newest(topic);
    const held = stored?.holdControls === true ? await log.held(topic) : [];
    if (head?.version === stored?.version || read === MAX_READS) return { head, stored, held };
  }
}

/** A stored report back in memory; pages of another cleaner are cleaned again before anybody sees them (safety 1). */
export async function loadReport(
  cleaner: Cleaner,
  stored: StoredReport,
  values: readonly HeldValue[] = [],
): Promise<ReportState> {
  const isOld = stored.cleaner !== cleaner.version;
  const pages: PageState[] = [];
  for (const page of stored.pages) pages.push(await loadPage(cleaner, page, isOld));
  const held = heldAt(values, stored.version);
  return { ...stored, pages, held, ownVersion: ownVersionOf(held, stored.version), cleaner: cleaner.version };
}

async function loadPage(cleaner: Cleaner, page: Page, isOld: boolean): Promise<PageState> {
  if (!isOld && !page.html.includes(' data-control="')) return new PageState(page, []);
  const { html, controls } = await cleaner.cleanPage(page.html);
  return new PageState({ ...page, html, styles: page.styles.map((css) => cleaner.cleanStyle(css)) }, controls);
}
