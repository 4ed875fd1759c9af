import { type ComparedSides, comparedPages } from './compared-pages.ts';

/** A digit of a note where it cannot be measured, in px. */
const WIDE_DIGIT = 7;

/** What the page asks of this worker, once. */
export interface CompareRequest {
  readonly sides: ComparedSides;
  /** The type of the notes in the cells, as CSS writes it. */
  readonly noteFont: string;
}

addEventListener('message', ({ data }: MessageEvent<CompareRequest>) => {
  postMessage({ pages: comparedPages(data.sides, digitWidth(data.noteFont)) });
});

/** How wide a digit is in this browser's type. */
function digitWidth(font: string): number {
  const context = 'OffscreenCanvas' in globalThis ? new OffscreenCanvas(1, 1).getContext('2d') : null;
  if (!context) return WIDE_DIGIT;
  context.font = font;
  return context.measureText('0000000000').width / 10;
}
