import { OpMismatch } from '@sheetwire/page/op-mismatch';
import type { Topic } from '@sheetwire/rules/topic';
import type { DocumentPage } from '#features/report-document/shown-document.ts';
import type { ShownReport } from '#features/viewer-ports.ts';
import { noteFault } from '#lib/faults.ts';

/** Steps that do not fit are made good; anything else is a fault of this page. */
export function noteUnlessMismatch(fault: unknown): void {
  if (!(fault instanceof OpMismatch)) noteFault(fault);
}

/** The pages of a document, as a report has them. */
export function textsOf(pages: readonly DocumentPage[]): Pick<ShownReport, 'pages' | 'styles'> {
  return { pages: pages.map(({ html }) => html), styles: pages.map(({ styles }) => styles) };
}

/** What is shown where nothing was kept. */
export function emptyReport(topic: Topic): ShownReport {
  const nothing = { pages: [], pageNames: [], styles: [], snapshotDates: [], metadata: {} };
  const facts = { version: 0, time: 'no_time', sender: '', shownDate: null, canInteract: false, hasControls: false };
  return { topic, ...nothing, ...facts };
}
