import { limits } from '@sheetwire/contract/limits';
import type { CellRange } from '../model.ts';
import { placeFrom, type VisibleGrid } from './visible.ts';

/** A merged area in places of the visible grid; ends included. */
export interface MergeArea {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  /** The cell of the file whose content is shown; undefined for the rest of a merge that was cut. */
  readonly content: { readonly row: number; readonly column: number } | undefined;
  /** Columns of the merge lie outside: it is cut at a freeze line, or at the end of the published range. */
  readonly isNarrowed: boolean;
}

export interface MergeGrid {
  /** Number of the area (from 1) that covers a place, 0 for none; place = row × columns + column. */
  readonly covered: Int32Array;
  readonly areas: readonly MergeArea[];
  /** Overlapping or too many areas were left unmerged. */
  readonly isCut: boolean;
}

/** Lays the merges of a sheet over the visible grid, each cut at the freeze lines; what overlaps an earlier one is dropped. */
export function layMerges(merges: readonly CellRange[], grid: VisibleGrid): MergeGrid {
  const { rows, columns } = grid;
  const freeze = { ...grid.freeze, rows: grid.head };
  const covered = new Int32Array(rows.length * columns.length);
  const areas: MergeArea[] = [];
  let budget = 4 * limits.maxCells;
  let isCut = false;
  for (const merge of merges) {
    const whole = placed(merge, grid);
    if (!whole) continue;
    for (const area of piecesOf(whole, freeze)) {
      const size = (area.bottom - area.top + 1) * (area.right - area.left + 1);
      budget -= size;
      if (budget < 0 || !isFree(covered, area, columns.length)) isCut = true;
      else if (size > 1 || area.content) cover(covered, areas, { area, columns: columns.length });
    }
    if (budget < 0) break;
  }
  return { covered, areas, isCut };
}

/** What lies outside the published range is not sent, even where the area reaches into it. */
function placed(merge: CellRange, { rows, columns, range }: VisibleGrid): MergeArea | undefined {
  const top = placeFrom(rows, merge.top);
  const bottom = placeFrom(rows, merge.bottom + 1) - 1;
  const left = placeFrom(columns, merge.left);
  const right = placeFrom(columns, merge.right + 1) - 1;
  if (top > bottom || left > right) return undefined;
  const isInside = merge.top >= range.top && merge.left >= range.left;
  const content = isInside ? { row: merge.top, column: merge.left } : undefined;
  return { top, left, bottom, right, content, isNarrowed: merge.right > range.right };
}

function piecesOf(area: MergeArea, freeze: VisibleGrid['freeze']): MergeArea[] {
  const crossesRow = area.top < freeze.rows && area.bottom >= freeze.rows;
  const crossesColumn = area.left < freeze.columns && area.right >= freeze.columns;
  if (!crossesRow && !crossesColumn) return [area];
  const bands = crossesRow
    ? [
        { ...area, bottom: freeze.rows - 1 },
        { ...area, top: freeze.rows, content: undefined },
      ]
    : [area];
  return crossesColumn
    ? bands.flatMap((band) => [
        { ...band, right: freeze.columns - 1, isNarrowed: true },
        { ...band, left: freeze.columns, content: undefined, isNarrowed: true },
      ])
    : bands;
}

function isFree(covered: Int32Array, area: MergeArea, columns: number): boolean {
  for (let row = area.top; row <= area.bottom; row++) {
    for (let at = row * columns + area.left; at <= row * columns + area.right; at++)
      if (covered[at] !== 0) return false;
  }
  return true;
}

function cover(covered: Int32Array, areas: MergeArea[], place: { area: MergeArea; columns: number }): void {
  const { area, columns } = place;
  areas.push(area);
  for (let row = area.top; row <= area.bottom; row++) {
    covered.fill(areas.length, row * columns + area.left, row * columns + area.right + 1);
  }
}

/** The attributes of the cell that stands for an area. */
export function spansOf(area: MergeArea): string {
  const columns = area.right - area.left + 1;
  const rows = area.bottom - area.top + 1;
  return `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`;
}
