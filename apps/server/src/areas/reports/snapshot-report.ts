import type { Output, Parsed } from '@sheetwire/contract/call';
import type { report as call } from '@sheetwire/contract/reports';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { loadReport } from '#report/from-log/load-report.ts';
import { hasControls, hasUserHtml, pagesFor } from '#report/report-state.ts';
import { emptyDay } from './empty-report.ts';
import { isSame } from './is-same.ts';
import type { ReportsDeps } from './reports-deps.ts';

interface SnapshotAsk {
  readonly topic: Topic;
  /** The chosen day, yyyy-mm-dd. */
  readonly date: string;
  readonly input: Parsed<typeof call>;
  readonly user: User;
}

/** The newest snapshot at or before a day; before the first one, the empty report (semantics 4, Historical date). */
export async function snapshotReport(deps: ReportsDeps, ask: SnapshotAsk): Promise<Output<typeof call>> {
  const snapshot = await deps.snapshots.atOrBefore(ask.topic, ask.date);
  if (!snapshot) return emptyDay(ask.topic);
  const { report, date } = snapshot;
  const facts = { hasUserHtml: hasUserHtml(report.pages, ask.user), canInteract: false };
  // A snapshot of a later day may hold the same version: which day it is of is told anyway.
  if (isSame(ask.input, { time: report.time, ...facts })) return { nodiff: true, shownDate: date };
  const state = await loadReport(deps.cleaner, report);
  const shown = pagesFor(state.pages, ask.user).flatMap((n) => state.pages[n] ?? []);
  return {
    pages: await Promise.all(shown.map((page) => page.encoded(deps.encode))),
    pageNames: shown.map((page) => page.name),
    styles: shown.map((page) => [...page.styles]),
    time: report.time,
    sender: report.sender,
    version: report.version,
    metadata: { ...report.metadata },
    hasControls: hasControls(shown),
    nodiff: false,
    shownDate: date,
    publisherSeenUtc: null,
    ...facts,
  };
}
