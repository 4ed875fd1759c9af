import type { Cell, CellRange, Sheet } from '../model.ts';
import type { Looks } from './looks.ts';
import { isKeptBack, rowsWithin } from './visible.ts';

/** Texts centred across the empty cells behind them, or filled into them, as areas to span like merges. */
export function acrossAreas(sheet: Sheet, range: CellRange, looks: Looks): CellRange[] {
  const areas: CellRange[] = [];
  for (const row of rowsWithin(sheet, range)) {
    if (isKeptBack(row)) continue;
    for (let n = 0; n < row.cells.length; n++) {
      const first = row.cells[n];
      if (!first || first.value === undefined || !isAcross(first, looks)) continue;
      const last = lastAcross(row.cells, n, looks);
      if (last > first.column) areas.push({ top: row.number, left: first.column, bottom: row.number, right: last });
    }
  }
  return areas;
}

/** Whether the text of a cell is centred across the empty cells behind it, or filled into them. */
export function isAcross(cell: Cell, looks: Looks): boolean {
  const { horizontal } = looks.get(cell.style).align;
  return horizontal === 'across' || horizontal === 'fill';
}

function lastAcross(cells: readonly Cell[], from: number, looks: Looks): number {
  const alignOf = ({ style }: Cell) => looks.get(style).align.horizontal;
  const first = cells[from];
  if (!first) return 0;
  const align = alignOf(first);
  let last = first.column;
  for (let n = from + 1; n < cells.length; n++) {
    const cell = cells[n];
    if (!cell || cell.column !== last + 1 || cell.value !== undefined || alignOf(cell) !== align) return last;
    last = cell.column;
  }
  return last;
}
