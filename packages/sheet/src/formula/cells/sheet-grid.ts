import type { CellRange, Sheet, SheetRow } from '../../model.ts';
import { NoResult, Pending, type PendingCell } from '../faults.ts';
import type { Scalar } from '../values/value.ts';
import { GridColumn } from './grid-column.ts';

const none = new GridColumn();
/** One for all, as no two are ever under way. */
const pending = new Pending('Cells wait for their results');
/** Cells that are told of at once: the rest is asked for again. */
const mostTold = 32;

/** The values of a sheet by column, as formulas read them. */
export class SheetGrid {
  readonly name: string;
  readonly lastRow: number;
  readonly lastColumn: number;
  readonly #sheet: Sheet;
  #columns: Map<number, GridColumn> | undefined;
  #rows: Map<number, SheetRow> | undefined;
  #filtered: readonly CellRange[] | undefined;
  #spills: Map<string, CellRange> | undefined;

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
    this.name = sheet.name;
    this.lastRow = sheet.rows.at(-1)?.number ?? 0;
    this.lastColumn = sheet.rows.reduce((last, { cells }) => Math.max(last, cells.at(-1)?.column ?? 0), 0);
  }

  get tables(): Sheet['tables'] {
    return this.#sheet.tables;
  }

  /** A row as the file has it. */
  rowAt(number: number): SheetRow | undefined {
    this.#rows ??= new Map(this.#sheet.rows.map((row) => [row.number, row]));
    return this.#rows.get(number);
  }

  /** The cells that the dynamic array of a cell fills. */
  spillAt(row: number, column: number): CellRange | undefined {
    this.#spills ??= spillsOf(this.#sheet);
    return this.#spills.get(`${row}:${column}`);
  }

  /** Notes the cells that a dynamic array fills now. */
  spill(range: CellRange): void {
    this.#spills ??= spillsOf(this.#sheet);
    this.#spills.set(`${range.top}:${range.left}`, range);
  }

  /** Whether a filter hides a row. */
  isFilteredOut(number: number): boolean {
    this.#filtered ??= [this.#sheet, ...this.#sheet.tables].flatMap(({ filtered }) => filtered ?? []);
    const isWithin = this.#filtered.some(({ top, bottom }) => number > top && number <= bottom);
    return isWithin && this.rowAt(number)?.isHidden === true;
  }

  column(number: number): GridColumn {
    this.#columns ??= columnsOf(this.#sheet);
    return this.#columns.get(number) ?? none;
  }

  /** Another value of a cell that is listed, in its row as it is now; false for a cell that is not. */
  change(row: SheetRow, column: number, value: Scalar): boolean {
    this.#rows?.set(row.number, row);
    return this.#columns?.get(column)?.set(row.number, value) ?? this.#columns === undefined;
  }

  /** The value of a cell; throws Pending or NoResult where a formula stands before it. */
  at(row: number, column: number): Scalar {
    const found = this.column(column);
    const place = found.placeOf(row);
    if (place === undefined) return undefined;
    if (found.isOpen(place)) this.#refuse(found.whyOf(row), [{ sheet: this.name, row, column }]);
    return found.values[place];
  }

  /** Throws where a cell of a range waits for its result, or has none. */
  ensure({ top, left, bottom, right }: CellRange): void {
    const waiting: PendingCell[] = [];
    for (let column = left; column <= Math.min(right, this.lastColumn) && waiting.length < mostTold; column++) {
      const found = this.column(column);
      for (const row of found.openRows(top, bottom)) {
        const why = found.whyOf(row);
        if (why !== undefined) throw new NoResult(why);
        if (waiting.push({ sheet: this.name, row, column }) >= mostTold) break;
      }
    }
    if (waiting.length > 0) this.#refuse(undefined, waiting);
  }

  #refuse(why: string | undefined, cells: readonly PendingCell[]): never {
    if (why !== undefined) throw new NoResult(why);
    pending.cells = cells;
    throw pending;
  }
}

function spillsOf({ rows }: Sheet): Map<string, CellRange> {
  const found = new Map<string, CellRange>();
  for (const { number, cells } of rows) {
    for (const { column, spill } of cells) if (spill) found.set(`${number}:${column}`, spill);
  }
  return found;
}

function columnsOf(sheet: Sheet): Map<number, GridColumn> {
  const columns = new Map<number, GridColumn>();
  for (const { number, cells } of sheet.rows) {
    for (const { column, value, formula, isUncalculated, whyNoResult } of cells) {
      let found = columns.get(column);
      if (!found) {
        found = new GridColumn();
        columns.set(column, found);
      }
      found.add(number, value);
      if (formula) found.open(number);
      else if (isUncalculated) found.giveUp(number, whyNoResult ?? noSavedResult);
    }
  }
  return columns;
}

export const noSavedResult = 'The file has no saved result; open and save the workbook in Excel or LibreOffice.';
