import { rowsUnderDrawings } from './drawing.ts';
import type { WireRow } from './table-scan.ts';

/** Rows and cells of one block: more gains nothing, fewer costs frames (measured: docs/decisions). */
export const BLOCK_ROWS = 50;
export const BLOCK_CELLS = 1000;
/** Rows of a block beneath drawings: what a block cuts off of a drawing lies over the rows of the next one. */
const DRAWN_ROWS = 400;
/** Rows between two merge groups that are taken into one block, so that many small merges make few blocks. */
const MERGE_GAP = 4;

/** Rows `from`…`to` (exclusive) of a section; in a merged block some cell spans rows, or is the rest of one that does. */
export interface RowBlock {
  readonly from: number;
  readonly to: number;
  readonly merged: boolean;
}

/** Cuts a section into blocks: first its frozen rows as one, then blocks that no row span crosses if it can be helped. */
export function cutRows(rows: readonly WireRow[], frozen: number, whole: boolean): RowBlock[] {
  const groups = rowGroups(rows);
  const blocks: RowBlock[] = [];
  if (frozen > 0) blocks.push(asOne(clipGroups(groups, 0, frozen), 0, frozen));
  if (rows.length === frozen && rows.length > 0) return blocks;
  const rest = clipGroups(groups, frozen, rows.length);
  if (whole || rows.length === 0) return [...blocks, asOne(rest, frozen, rows.length)];
  return [...blocks, ...pack(rows, rest)];
}

function asOne(groups: readonly RowBlock[], from: number, to: number): RowBlock {
  return { from, to, merged: groups.some((group) => group.merged) };
}

/** Rows that stay together: no row span leaves them, nor, if it can be helped, a drawing. */
interface RowGroup extends RowBlock {
  readonly isDrawn: boolean;
}

/** The smallest runs of rows that no row span or drawing leaves. */
function rowGroups(rows: readonly WireRow[]): RowGroup[] {
  const groups: RowGroup[] = [];
  for (let from = 0; from < rows.length; ) {
    let to = from + 1;
    let merged = false;
    let isDrawn = false;
    for (let row = from; row < to; row++) {
      const reach = reachOf(rows, row);
      merged ||= reach.spans > row + 1;
      isDrawn ||= reach.drawings > row + 1;
      to = Math.min(rows.length, Math.max(to, reach.spans, reach.drawings));
    }
    groups.push({ from, to, merged, isDrawn });
    from = to;
  }
  return groups;
}

function reachOf(rows: readonly WireRow[], row: number): { readonly spans: number; readonly drawings: number } {
  let spans = row + 1;
  let drawings = row + 1;
  for (const { rows: spanned, inner } of rows[row]?.cells ?? []) {
    if (spanned !== 1) spans = Math.max(spans, spanned === 0 ? rows.length : row + spanned);
    if (inner !== '') drawings = Math.max(drawings, row + rowsUnderDrawings(inner));
  }
  return { spans: Math.min(spans, rows.length), drawings };
}

function clipGroups(groups: readonly RowGroup[], from: number, to: number): RowGroup[] {
  const clipped: RowGroup[] = [];
  for (const group of groups) {
    if (group.to <= from || group.from >= to) continue;
    clipped.push({ ...group, from: Math.max(group.from, from), to: Math.min(group.to, to) });
  }
  return clipped;
}

function pack(rows: readonly WireRow[], groups: readonly RowGroup[]): RowBlock[] {
  const blocks: RowBlock[] = [];
  let cells = 0;
  for (const [n, group] of groups.entries()) {
    const last = blocks.at(-1);
    const more = cellsOf(rows, group);
    if (last && joins(last, group, { nextMerge: mergeWithin(groups, n), cells: cells + more })) {
      blocks[blocks.length - 1] = { from: last.from, to: group.to, merged: last.merged };
      cells += more;
      continue;
    }
    const most = group.isDrawn ? DRAWN_ROWS : BLOCK_ROWS;
    for (let from = group.from; from < group.to; from += most) {
      blocks.push({ from, to: Math.min(from + most, group.to), merged: group.merged });
    }
    cells = more;
  }
  return blocks;
}

function joins(last: RowBlock, group: RowBlock, room: { nextMerge: boolean; cells: number }): boolean {
  if (group.to - last.from > BLOCK_ROWS || room.cells > BLOCK_CELLS) return false;
  if (last.merged) return group.merged || room.nextMerge;
  return !group.merged;
}

function mergeWithin(groups: readonly RowBlock[], from: number): boolean {
  for (let n = from; n <= from + MERGE_GAP; n++) if (groups[n]?.merged) return true;
  return false;
}

function cellsOf(rows: readonly WireRow[], { from, to }: RowBlock): number {
  let cells = 0;
  for (let row = from; row < to; row++) cells += rows[row]?.cells.length ?? 0;
  return cells;
}
