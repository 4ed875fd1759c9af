import { cellText } from './cell-text.ts';
import { numberShown } from './shown-number.ts';

/** Cells whose texts tell the decimal mark of a page. */
const MOST_READ = 300;

/** A page of which cells can be read. */
interface Cells {
  readonly cellCount: number;
  cell(n: number): string | undefined;
}

/** The texts of the first cells of a page that may tell its decimal mark. */
export function* markedTexts(page: Cells): Generator<string> {
  for (let n = 0; n < page.cellCount && n < MOST_READ; n++) {
    const text = cellText(page.cell(n) ?? '');
    if (isMarked(text)) yield text;
  }
}

/** True of a number with a mark. Days, times and addresses have such marks too, and say nothing of decimals. */
export function isMarked(text: string): boolean {
  return /\d[.,]\d/.test(text) && (numberShown(text, '.') ?? numberShown(text, ',')) !== undefined;
}
