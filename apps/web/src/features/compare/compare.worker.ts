import { limits } from '@sheetwire/contract/limits';
import { compareReports, type ReportSide } from '@sheetwire/page/compare/compare-reports';

/** What the page asks of this worker, once. */
export interface CompareRequest {
  readonly older: ReportSide;
  readonly newer: ReportSide;
}

addEventListener('message', ({ data }: MessageEvent<CompareRequest>) => {
  const { compareListed: listed, compareCells: cells } = limits;
  postMessage({ pages: compareReports(data.older, data.newer, { listed, cells }) });
});
