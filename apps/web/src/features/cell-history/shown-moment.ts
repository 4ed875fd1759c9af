import { momentWords } from '#features/time/time-words.ts';
import { parseWireTime } from '#lib/published.ts';
import type { HistorySource } from './history-source.ts';

/** As of when the report is shown, by the server's clock; undefined while it is live. */
export function pastMoment({ model }: Pick<HistorySource, 'model'>): number | undefined {
  const { report } = model.view.info.getState();
  if (report?.shownAt !== undefined) return Date.parse(report.shownAt);
  if (!report || report.shownDate === null) return undefined;
  return parseWireTime(report.time)?.getTime();
}

/** What a history of the past says above it: `As of 14:32:05, not live`. */
export function asOfWords(at: number, now: number): string {
  return `As of ${momentWords(at, now)}, not live`;
}
