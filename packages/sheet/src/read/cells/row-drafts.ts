import type { Cell, CellRange, SheetRow } from '../../model.ts';
import { type GroupDraft, groupPlaces } from '../../outline/read-groups.ts';

/** A row as it is read. */
export interface RowDraft {
  readonly number: number;
  readonly height: number | undefined;
  readonly isHidden: boolean;
  readonly style: number;
  readonly draft?: GroupDraft;
  readonly cells: Cell[];
}

/** The rows with their places in groups; totals stand above them, or below, and filters hide rows. */
export function grouped(rows: readonly RowDraft[], isBefore: boolean, filtered: readonly CellRange[]): SheetRow[] {
  const list = rows.map(({ number, isHidden, draft }) => ({ from: number, to: number, isHidden, draft }));
  const places = groupPlaces(list, { isBefore, filtered });
  return rows.map(({ draft: _, ...row }, n) => {
    const group = places.get(n);
    return group ? { ...row, group } : row;
  });
}

/** Whether a row has cells or a look of its own. */
export function saysSomething(row: RowDraft): boolean {
  return row.cells.length > 0 || row.isHidden || row.height !== undefined || row.style > 0 || row.draft !== undefined;
}

/** Rows by rising number, those of one number joined, their cells by rising column, the later in place of the earlier. */
export function ordered(rows: readonly RowDraft[]): RowDraft[] {
  const byNumber = new Map<number, RowDraft>();
  for (const row of rows) {
    const known = byNumber.get(row.number);
    if (known) for (const cell of row.cells) known.cells.push(cell);
    else byNumber.set(row.number, row);
  }
  const found = [...byNumber.values()].sort((a, b) => a.number - b.number);
  for (const row of found) {
    const cells = new Map(row.cells.map((cell) => [cell.column, cell]));
    row.cells.length = 0;
    for (const cell of [...cells.values()].sort((a, b) => a.column - b.column)) row.cells.push(cell);
  }
  return found;
}
