import { fetchReport } from '#features/report-loop/report-fetch.ts';
import type { Services } from '#services.ts';
import { Comparison } from './comparison.ts';
import { compareInWorker } from './in-worker.ts';

/** A comparison of this browser's user. */
export function makeComparison(services: Services): Comparison {
  const { call, clock, browserId, isMobile, session } = services;
  const log = (message: string, error: unknown) => console.error(message, error);
  return new Comparison({
    clock,
    fetchSide: (asked, signal) =>
      fetchReport(
        { call, browserId, isMobile, log },
        { asked, held: undefined, snapshotDates: [], returnReport: true, signal },
      ),
    compare: compareInWorker,
    onLoggedOut: () => void session.expelled(),
  });
}
