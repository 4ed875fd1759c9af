import { limits } from '@sheetwire/contract/limits';
import { withNotes } from '@sheetwire/page/compare/cell-notes';
import { compareReports, type PageComparison, type ReportSide } from '@sheetwire/page/compare/compare-reports';
import { drawingOf, type PageDrawing } from '@sheetwire/page/page-drawing';

/** A page of the comparison with what is drawn of it. */
export interface ComparedPage extends PageComparison {
  readonly drawing: PageDrawing;
}

/** The two sides of a report. */
export interface ComparedSides {
  /** The report's name. */
  readonly label: string;
  readonly older: ReportSide;
  readonly newer: ReportSide;
}

/** What a collapsed group hides may have changed too. */
const ROW = /<tr [^<>]*>/g;

/**
 * The compared pages down to the text of their row grids, for a worker: nothing that grows with a page is left for the main
 * thread but to draw it, in parts. `digit` is how wide one of a note is.
 */
export function comparedPages({ label, older, newer }: ComparedSides, digit: number): ComparedPage[] | undefined {
  const { compareListed: listed, compareCells: cells, compareAtOnce: cellsAtOnce } = limits;
  return compareReports(older, newer, { listed, cells })?.map((page) => {
    const html = withNotes(page.html, digit).replaceAll(ROW, (row) => row.replace(' hidden=""', ''));
    const drawing = drawingOf({ html, styles: page.styles }, { label: `${label} ${page.name}`.trim(), cellsAtOnce });
    return { ...page, html, drawing };
  });
}
