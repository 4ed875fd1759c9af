import { limits } from '@sheetwire/contract/limits';
import { lastColumn, lastRow } from '../../address.ts';
import type { Cell, CellRange, ColumnSpan, SheetRow } from '../../model.ts';
import type { GroupPlace } from '../../outline/layout.ts';
import { bytesOf, type ReadBudget, spendMemory } from '../read-budget.ts';

interface RowFacts {
  readonly height: number | undefined;
  readonly isHidden: boolean;
  readonly group?: GroupPlace;
}

/** A row that may stand for many. */
interface RowDraft extends RowFacts {
  readonly from: number;
  readonly count: number;
  readonly cells: Cell[];
  hasValues: boolean;
}

/** Blank cells beyond so many in one run are the rest of a row, not cells that somebody dressed. */
const longestBlankRun = 256;

/**
 * The columns, rows and cells of one sheet as repeats unfold: what is repeated is counted before it is made, and blank
 * rows and cells are made only as far as a page may show them.
 */
export class SheetGrid {
  readonly columns: ColumnSpan[] = [];
  readonly merges: CellRange[] = [];
  readonly #budget: ReadBudget;
  readonly #rows: RowDraft[] = [];
  #nextColumn = 1;
  #nextRow = 1;
  #row: RowDraft | undefined;
  #column = 1;
  #lastValue = 0;

  constructor(budget: ReadBudget) {
    this.#budget = budget;
  }

  /** Row and column of the next cell. */
  get place(): { readonly row: number; readonly column: number; readonly rows: number } {
    return { row: this.#row?.from ?? this.#nextRow, column: this.#column, rows: this.#row?.count ?? 1 };
  }

  addColumns(count: number, facts: Omit<ColumnSpan, 'from' | 'to'>): void {
    const from = this.#nextColumn;
    const to = Math.min(lastColumn, from + count - 1);
    if (to < from) return;
    this.#nextColumn = to + 1;
    if (this.columns.length < lastColumn) this.columns.push({ from, to, ...facts });
  }

  openRow(count: number, facts: RowFacts): void {
    const left = Math.max(0, lastRow - this.#nextRow + 1);
    this.#row = { from: this.#nextRow, count: Math.min(count, left), cells: [], hasValues: false, ...facts };
    this.#column = 1;
  }

  closeRow(): void {
    const row = this.#row;
    this.#row = undefined;
    if (!row || row.count === 0) return;
    this.#nextRow += row.count;
    if (row.cells.length === 0 && !row.isHidden && !row.group && row.height === undefined) return;
    this.#budget.rows.spend(1);
    spendMemory(this.#budget, bytesOf.row);
    this.#rows.push(row);
    if (row.hasValues) this.#lastValue = row.from + row.count - 1;
  }

  /** A cell and its repeats to the right; one without a value and without a look only takes its place. */
  addCells(count: number, cell: Omit<Cell, 'column'> | undefined): void {
    const from = this.#column;
    const room = Math.max(0, Math.min(count, lastColumn - from + 1));
    this.#column += room;
    const row = this.#row;
    if (!row || !cell) return;
    const hasValue = cell.value !== undefined || cell.isUncalculated === true;
    const made = hasValue ? room : Math.min(room, longestBlankRun);
    this.#budget.cells.spend(made);
    spendMemory(this.#budget, bytesOf.cell * made);
    for (let n = 0; n < made; n++) row.cells.push({ ...cell, column: from + n });
    if (hasValue) row.hasValues = true;
  }

  addMerge(rows: number, columns: number): void {
    const { row, column } = this.place;
    const range = {
      top: row,
      left: column,
      bottom: Math.min(lastRow, row + rows - 1),
      right: Math.min(lastColumn, column + columns - 1),
    };
    if (range.top >= range.bottom && range.left >= range.right) return;
    this.#budget.merges.spend(1);
    spendMemory(this.#budget, bytesOf.merge);
    this.merges.push(range);
  }

  /** The column span whose look a cell takes that names none. */
  columnStyle(column: number): number {
    const spans = this.columns;
    let low = 0;
    let high = spans.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((spans[middle]?.from ?? 0) <= column) low = middle;
      else high = middle - 1;
    }
    return spans[low]?.style ?? 0;
  }

  /** All rows, unfolded: those without a value end soon after the last one with. */
  rows(): SheetRow[] {
    const shown = Math.min(lastRow, this.#lastValue + limits.workbook.blankRows);
    return this.#rows.flatMap((row) => {
      const end = row.hasValues ? row.from + row.count - 1 : Math.min(row.from + row.count - 1, shown);
      const more = Math.max(0, end - row.from);
      this.#budget.rows.spend(more);
      this.#budget.cells.spend(more * row.cells.length);
      spendMemory(this.#budget, more * bytesOf.row);
      const { height, isHidden, group, cells } = row;
      return Array.from({ length: more + (end >= row.from ? 1 : 0) }, (_, n) => ({
        number: row.from + n,
        height,
        isHidden,
        style: 0,
        ...(group && { group }),
        cells,
      }));
    });
  }
}
