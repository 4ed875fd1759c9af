import { fetchReport } from '#features/report-loop/report-fetch.ts';
import { fetchPast } from '#features/time/past-fetch.ts';
import type { Services } from '#services.ts';
import { Comparison } from './comparison.ts';
import { compareInWorker } from './in-worker.ts';
import { isMoment } from './sides.ts';

/** A comparison of this browser's user. */
export function makeComparison(services: Services): Comparison {
  const { call, clock, browserId, isMobile, session } = services;
  const log = (message: string, error: unknown) => console.error(message, error);
  return new Comparison({
    clock,
    async fetchSide(asked, signal) {
      if (asked.date !== undefined && isMoment(asked.date)) {
        const past = await fetchPast(call, { topic: asked.topic, at: asked.date, from: undefined, signal });
        if (past.kind !== 'pages') return undefined;
        // What viewers had then may be a later version that is no longer kept.
        const isOther = past.isThinned && past.utc !== undefined;
        return isOther ? { ...past.report, shownAt: new Date(past.utc).toISOString() } : past.report;
      }
      const input = { asked, held: undefined, snapshotDates: [], returnReport: true, signal };
      const found = await fetchReport({ call, browserId, isMobile, log }, input);
      if (found.kind === 'logged-out') return found.kind;
      return found.kind === 'report' ? found.held.report : undefined;
    },
    compare: compareInWorker,
    onLoggedOut: () => void session.expelled(),
  });
}
