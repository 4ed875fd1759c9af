import type { CellStyle } from '../../cell-style.ts';
import type { PlacedDrawings } from '../../drawings/place.ts';
import type { PageEntries } from '../../entries/page-entries.ts';
import type { Cell, Sheet, SheetLink } from '../../model.ts';
import type { PagePictures } from '../../pictures/page-pictures.ts';
import type { PlacedSparkline } from '../../sparklines/sparkline.ts';
import type { FollowLink } from '../links.ts';
import type { Looks } from '../looks.ts';
import type { MergeGrid } from '../merges.ts';
import type { RenderBudget } from '../render-budget.ts';
import type { StyleList } from '../style-list.ts';
import type { VisibleGrid } from '../visible.ts';

/** All that one table is written from. */
export interface TableJob {
  readonly sheet: Sheet;
  readonly grid: VisibleGrid;
  readonly merges: MergeGrid;
  readonly looks: Looks;
  readonly plain: CellStyle;
  readonly styles: StyleList;
  readonly links: { readonly targets: ReadonlyMap<string, SheetLink>; readonly follow: FollowLink; lost: number };
  readonly has1904Dates: boolean;
  /** Cells of hidden rows whose merge reaches into the visible part. */
  readonly hiddenContent: ReadonlyMap<string, Cell>;
  readonly budget: RenderBudget;
  /** By `row,column`. */
  readonly sparklines: Map<string, PlacedSparkline>;
  readonly pictures: PagePictures;
  readonly entries: PageEntries | undefined;
  /** What lies over the cells; its map is the table's own. */
  readonly drawings: Pick<PlacedDrawings, 'isClear'> & { readonly held: Map<number, string> };
}
