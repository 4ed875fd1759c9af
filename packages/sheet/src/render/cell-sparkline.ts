import type { CellStyle } from '../cell-style.ts';
import { sparklineSvg } from '../sparklines/draw-sparkline.ts';
import type { PlacedSparkline } from '../sparklines/sparkline.ts';
import type { CellContent } from './cell-content.ts';
import type { MergeArea } from './merges.ts';
import { fontPx } from './text-width.ts';
import type { VisibleGrid } from './visible.ts';

interface Around {
  readonly grid: VisibleGrid;
  readonly place: { readonly row: number; readonly column: number };
  readonly area: MergeArea | undefined;
  readonly look: CellStyle;
  readonly isRightToLeft: boolean;
}

/** What a cell keeps free beside and above a drawing, its own lines included. */
const beside = 9;
const above = 3;
const lineShare = 1.25;

/** The content of a cell over its sparkline; a blank cell is its sparkline alone. */
export function withSparkline(content: CellContent, sparkline: PlacedSparkline, around: Around): CellContent {
  const box = boxOf(around);
  const svg = sparklineSvg(sparkline, box);
  if (content.html === '') return { ...content, html: svg };
  const free = Math.max(0, Math.round(box.height - lineShare * fontPx(around.look.font)));
  const rise = { top: 0, center: Math.round(free / 2), bottom: free }[around.look.align.vertical];
  const side = around.isRightToLeft ? 'right' : 'left';
  const up = rise === 0 ? '' : `;position:relative;bottom:${rise}px`;
  return { ...content, html: `<span style="float:${side};height:0${up}">${svg}</span>${content.html}` };
}

/** The height that a cell has for a drawing. */
export function heightOf(around: Pick<Around, 'grid' | 'place' | 'area'>): number {
  return boxOf(around).height;
}

function boxOf({ grid, place, area }: Pick<Around, 'grid' | 'place' | 'area'>): { width: number; height: number } {
  const { top, left, bottom, right } = area ?? {
    top: place.row,
    left: place.column,
    bottom: place.row,
    right: place.column,
  };
  let [width, height] = [0, 0];
  for (let n = left; n <= right; n++) width += grid.columns[n]?.width ?? 0;
  for (let n = top; n <= bottom; n++) height += grid.rows[n]?.height ?? grid.rowHeight;
  return { width: width - beside, height: height - above };
}
