import { limits } from '@sheetwire/contract/limits';
import { withNotes } from '@sheetwire/page/compare/cell-notes';
import { compareReports, type ReportSide } from '@sheetwire/page/compare/compare-reports';

/** A digit of a note where it cannot be measured, in px. */
const WIDE_DIGIT = 7;

/** What the page asks of this worker, once. */
export interface CompareRequest {
  readonly older: ReportSide;
  readonly newer: ReportSide;
  /** The type of the notes in the cells, as CSS writes it. */
  readonly noteFont: string;
}

addEventListener('message', ({ data }: MessageEvent<CompareRequest>) => {
  const { compareListed: listed, compareCells: cells } = limits;
  const digit = digitWidth(data.noteFont);
  const pages = compareReports(data.older, data.newer, { listed, cells });
  postMessage({ pages: pages?.map((page) => ({ ...page, html: withNotes(page.html, digit) })) });
});

/** How wide a digit is in this browser's type. */
function digitWidth(font: string): number {
  const context = 'OffscreenCanvas' in globalThis ? new OffscreenCanvas(1, 1).getContext('2d') : null;
  if (!context) return WIDE_DIGIT;
  context.font = font;
  return context.measureText('0000000000').width / 10;
}
