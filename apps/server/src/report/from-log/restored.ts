import type { StoredReport } from '#ports/report-log.ts';
import type { Cleaner } from '#report/cleaner.ts';
import { cutAside } from '#report/known-pages.ts';
import type { Computed } from '#report/publish/computed.ts';
import { difference, nextState } from '#report/publish/publish-whole.ts';
import type { ReportState } from '#report/report-state.ts';
import { loadReport } from './load-report.ts';

/** What brings an earlier version back. */
export interface Restored {
  readonly step: Computed;
  /** The report shows the same already. */
  readonly isSame: boolean;
}

/**
 * Works out what brings an earlier version back on top of the newest one; what another cleaner made is cleaned again, and
 * values that the report holds stay on the controls that it has (time 4).
 */
export async function restored(
  cleaner: Cleaner,
  before: ReportState,
  { stored, sender }: { readonly stored: StoredReport; readonly sender: string },
): Promise<Restored> {
  const { pages, metadata, holdControls } = await loadReport(cleaner, stored);
  const content = { metadata, holdControls, sender: before.sender, cleaner: cleaner.version };
  const state = nextState(before, [...pages], content);
  await cutAside(cleaner, state.pages, sender);
  const step = await difference(cleaner, before, state);
  const ops = step ? step.ops : [];
  return { step: { state, ops: before.sender === sender ? ops : undefined }, isSame: step === undefined };
}
