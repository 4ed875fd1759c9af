import { gapStart, numberAt, rowCountOf } from './cut-texts.ts';
import { lastStartingBy } from './halving.ts';
import { cellsIn, type ModelRow, rowOf, writeRow } from './model-row.ts';
import { type PageCut, PER_ROW } from './page-cut.ts';
import type { TextRuns } from './text-runs.ts';

/** Rows of one block: a change of rows costs a block and no more of the page. */
export const BLOCK_ROWS = 64;

/** Neighbouring rows: those of a cut as they stand there, or a list once something became other about one. */
export interface ModelBlock {
  readonly cut: PageCut;
  readonly from: number;
  readonly to: number;
  rows: ModelRow[] | undefined;
  /** Of each row of the list how many cells stand before it in the block. */
  starts: number[];
  rowCount: number;
  cellCount: number;
  /** The numbers of its first row and cell in the page; `PageRows` keeps them. */
  firstRow: number;
  firstCell: number;
}

/** The rows of a cut in blocks. */
export function blocksOf(cut: PageCut): ModelBlock[] {
  const count = rowCountOf(cut);
  const blocks: ModelBlock[] = [];
  for (let from = 0; from < count; from += BLOCK_ROWS) {
    const to = Math.min(from + BLOCK_ROWS, count);
    const cellCount = numberAt(cut.firstCells, to) - numberAt(cut.firstCells, from);
    blocks.push({
      cut,
      from,
      to,
      rows: undefined,
      starts: [],
      rowCount: to - from,
      cellCount,
      firstRow: 0,
      firstCell: 0,
    });
  }
  return blocks;
}

/** A block of these rows. */
export function blockWith(rows: ModelRow[], cut: PageCut): ModelBlock {
  const block = { cut, from: 0, to: 0, rows, starts: [], rowCount: 0, cellCount: 0, firstRow: 0, firstCell: 0 };
  recount(block);
  return block;
}

/** The rows of a block as a list that may change. */
export function rowsIn(block: ModelBlock): ModelRow[] {
  if (!block.rows) {
    block.rows = Array.from({ length: block.to - block.from }, (_, n) => rowOf(block.cut, block.from + n));
    recount(block);
  }
  return block.rows;
}

export function recount(block: ModelBlock): void {
  const { rows } = block;
  if (!rows) return;
  let cells = 0;
  block.starts = rows.map((row) => {
    const start = cells;
    cells += cellsIn(row);
    return start;
  });
  block.rowCount = rows.length;
  block.cellCount = cells;
}

/** The row of a block that holds a cell, and the cell's place in it; the cell must be there. */
export function placeIn(block: ModelBlock, cell: number): { row: ModelRow; place: number } | undefined {
  const rows = rowsIn(block);
  const low = lastStartingBy(block.starts, cell, (start) => start);
  const row = rows[low];
  return row && { row, place: cell - (block.starts[low] ?? 0) };
}

/** Writes the rows of a block with the texts before them. */
export function writeBlock({ cut, from, to, rows }: ModelBlock, out: TextRuns): void {
  if (!rows) out.slice(cut, gapStart(cut, from), numberAt(cut.rows, PER_ROW * to - 1));
  else for (const row of rows) writeRow(row, out);
}
