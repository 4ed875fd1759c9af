import type { CellStyle } from '../../cell-style.ts';
import type { ChartCells } from '../../drawings/chart/cell-values.ts';
import type { PageEntries } from '../../entries/page-entries.ts';
import type { CellRange, Sheet, Workbook } from '../../model.ts';
import type { PagePictures } from '../../pictures/page-pictures.ts';
import type { PlacedSparklines } from '../../sparklines/place-sparklines.ts';
import type { LinkPlaces } from '../links.ts';
import type { Looks } from '../looks.ts';
import type { RenderBudget } from '../render-budget.ts';
import type { Area } from './page-list.ts';

/** All that the pages of one report are written from. */
export interface ReportJob {
  readonly workbook: Workbook;
  readonly plain: CellStyle;
  readonly looks: Looks;
  readonly places: LinkPlaces;
  /** What is shown of each area. */
  readonly ranges: ReadonlyMap<Area, readonly CellRange[]>;
  readonly warnings: string[];
  readonly budget: RenderBudget;
  readonly styles: StylesBefore;
  /** Where charts find their values, and the font of their letters. */
  readonly charts: { readonly cells: ChartCells; readonly family: string };
  readonly sparklines: PlacedSparklines;
  readonly pictures: PagePictures;
  readonly entries: PageEntries | undefined;
  /** Notes that lie far beyond the cells of their sheet. */
  readonly lostNotes: Map<Sheet, number>;
  /** Sheets whose print titles are none of their first rows. */
  readonly untitled: Set<Sheet>;
  cellsLeft: number;
  lostLinks: number;
  hasCutMerges: boolean;
}

/** The styles of pages as they were written before, by page name: numbers that stay make a small change a small delta. */
export type StylesBefore = ReadonlyMap<string, readonly string[]>;
