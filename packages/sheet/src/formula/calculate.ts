import type { Cell, CellFormula, CellRange, Sheet, SheetRow, Workbook } from '../model.ts';
import { withFilledCells } from './cells/filled-cells.ts';
import type { GridColumn } from './cells/grid-column.ts';
import type { SheetGrid } from './cells/sheet-grid.ts';
import type { Env } from './env.ts';
import { evaluate, resultOf, resultsOf } from './evaluate.ts';
import { circular, NotEvaluated, Pending, type PendingCell, tooMuchWork } from './faults.ts';
import { FormulaBook } from './formula-book.ts';
import { type Grid, gridAt, isGrid, type Scalar, sizeOf, type Value } from './values/value.ts';

/** A cell whose formula is evaluated. */
export interface Job extends PendingCell {
  readonly formula: CellFormula;
  /** A saved result that counts where the formula is not evaluated. */
  readonly known: Scalar;
}

/** A workbook with its results, and what they were evaluated with; undefined where there was nothing to evaluate. */
interface CalculatedWorkbook {
  readonly workbook: Workbook;
  /** One of the results tells of the clock. */
  readonly usesClock: boolean;
  readonly book?: FormulaBook;
}

/** A workbook with the results that it lacks, as far as they can be evaluated; whether one of them tells of the clock. */
export function withFormulas(workbook: Workbook, now: Date): CalculatedWorkbook {
  if (!workbook.sheets.some(({ rows }) => rows.some(({ cells }) => cells.some(hasFormula)))) {
    return { workbook, usesClock: false };
  }
  const whole = { ...workbook, sheets: withFilledCells(workbook.sheets) };
  const book = new FormulaBook(whole, now);
  new Calculation(formulaJobs(whole.sheets), book).run();
  return {
    workbook: { ...workbook, sheets: whole.sheets.map((sheet) => settledSheet(sheet, book)) },
    usesClock: book.hasAskedTime,
    book,
  };
}

/** Evaluates cells again, each behind those of them that it reads; `onSpent` is told the steps that each try took. */
export function evaluateAgain(jobs: readonly Job[], book: FormulaBook, onSpent: OnSpent): void {
  const rows = new Map<GridColumn, number[]>();
  for (const { sheet, row, column: number } of jobs) {
    const column = book.sheet(sheet)?.column(number);
    if (!column) continue;
    const own = rows.get(column) ?? [];
    own.push(row);
    rows.set(column, own);
  }
  for (const [column, own] of rows) column.reopen(own);
  new Calculation(jobs, book, onSpent).run();
}

type OnSpent = (job: Job, steps: number) => void;

/** The cells of sheets whose formulas are to be evaluated. */
export function formulaJobs(sheets: readonly Sheet[]): Job[] {
  const jobs: Job[] = [];
  for (const { name, rows } of sheets) {
    for (const { number, cells } of rows) {
      for (const { column, formula, value } of cells) {
        if (!formula) continue;
        jobs.push({ sheet: name, row: number, column, formula, known: formula.isAsked ? undefined : value });
      }
    }
  }
  return jobs;
}

function hasFormula({ formula }: Cell): boolean {
  return formula !== undefined;
}

/** What it costs to note a cell that is to be evaluated first. */
const noteSteps = 4;

/** Evaluates the formulas of a workbook, each behind those that it reads, without recursion over cells. */
class Calculation {
  readonly #book: FormulaBook;
  readonly #jobs = new Map<string, Job>();
  /** Cells that wait for others. */
  readonly #waiting = new Set<Job>();
  readonly #onSpent: OnSpent | undefined;

  constructor(jobs: readonly Job[], book: FormulaBook, onSpent?: OnSpent) {
    this.#book = book;
    this.#onSpent = onSpent;
    for (const job of jobs) this.#jobs.set(keyOf(job), job);
  }

  run(): void {
    for (const job of this.#jobs.values()) this.#settle(job);
  }

  #settle(first: Job): void {
    const stack = [first];
    for (let job = stack.at(-1); job; job = stack.at(-1)) {
      if (!this.#isOpen(job)) stack.pop();
      else {
        const before = this.#tried(job);
        if (before.length === 0) stack.pop();
        else stack.push(...before);
      }
    }
  }

  #column({ sheet, column }: PendingCell) {
    return this.#book.sheet(sheet)?.column(column);
  }

  #isOpen(job: Job): boolean {
    const column = this.#column(job);
    const place = column?.placeOf(job.row);
    return place !== undefined && column?.isOpen(place) === true && column.whyOf(job.row) === undefined;
  }

  /** Evaluates a cell; answers the cells that have to come before it. */
  #tried(job: Job): readonly Job[] {
    const { row } = job;
    const { left } = this.#book;
    try {
      this.#book.share();
      this.#column(job)?.settle(row, this.#resultOf(job));
      this.#waiting.delete(job);
      return [];
    } catch (fault) {
      if (fault instanceof Pending) return this.#before(job, fault.cells);
      if (!(fault instanceof NotEvaluated)) throw fault;
      this.#giveUp(job, fault.why);
      return [];
    } finally {
      this.#onSpent?.(job, left - this.#book.left);
    }
  }

  #before(job: Job, cells: readonly PendingCell[]): readonly Job[] {
    this.#waiting.add(job);
    const jobs = cells.map((cell) => this.#jobs.get(keyOf(cell))).filter((found) => found !== undefined);
    if (jobs.length === 0 || jobs.some((found) => this.#waiting.has(found))) {
      this.#giveUp(job, circular);
      return [];
    }
    return this.#spent(jobs.length * noteSteps) ? jobs : this.#tooMuch(job);
  }

  #spent(steps: number): boolean {
    try {
      this.#book.spend(steps);
      return true;
    } catch (fault) {
      if (fault instanceof NotEvaluated) return false;
      throw fault;
    }
  }

  #tooMuch(job: Job): readonly Job[] {
    this.#giveUp(job, tooMuchWork);
    return [];
  }

  #giveUp(job: Job, why: string): void {
    const column = this.#column(job);
    if (job.known === undefined) column?.giveUp(job.row, why);
    else column?.settle(job.row, job.known);
    this.#waiting.delete(job);
  }

  #resultOf({ sheet, row, column, formula }: Job): Scalar {
    const book = this.#book;
    const grid = book.sheet(sheet);
    if (!grid) return undefined;
    const { root } = book.formula(formula.text);
    const { fills } = formula;
    if (!fills) return resultOf(root, cellEnv({ book, sheet: grid, row, column }, formula));
    const place = { book, sheet: grid, row: fills.top, column: fills.left };
    const made = book.kept(`fills ${sheet}!${fills.top}:${fills.left}`, () => resultsOf(root, cellEnv(place, formula)));
    if (formula.isDynamic) return dynamicAt(made, { grid, row: row - fills.top, column: column - fills.left, fills });
    if (isGrid(made)) return gridAt(made, row - fills.top, column - fills.left) ?? 0;
    return typeof made === 'object' && 'parts' in made ? undefined : made;
  }
}

/** One name for a cell of the workbook. */
function keyOf({ sheet, row, column }: PendingCell): string {
  return `${sheet}!${row}:${column}`;
}

/** Where a formula stands. */
export interface FormulaAt {
  readonly book: FormulaBook;
  readonly sheet: SheetGrid;
  readonly row: number;
  readonly column: number;
}

const spills = 'The formula fills more cells than the file has; open and save the workbook in Excel.';

/** A place within the area that the file has for an array. */
interface PlaceInArea {
  readonly grid: SheetGrid;
  readonly row: number;
  readonly column: number;
  readonly fills: CellRange;
}

/** The value of a dynamic array at a place: it covers what it has, and the rest of its area is empty. */
function dynamicAt(made: Value, { grid, row, column, fills }: PlaceInArea): Scalar {
  const { top, left } = fills;
  const { height, width } = sizeOf(made);
  if (isBeyond({ height, width }, fills)) throw new NotEvaluated(spills);
  grid.spill({ top, left, bottom: top + height - 1, right: left + width - 1 });
  if (row >= height || column >= width) return undefined;
  if (isGrid(made)) return gridAt(made, row, column) ?? 0;
  return typeof made === 'object' && 'parts' in made ? undefined : made;
}

/** True where a grid has more rows or columns than an area. */
function isBeyond({ height, width }: Pick<Grid, 'height' | 'width'>, { top, left, bottom, right }: CellRange): boolean {
  return height > bottom - top + 1 || width > right - left + 1;
}

/** How the formula of a cell is evaluated: over arrays only where the file says that it is one of an array. */
export function cellEnv(place: FormulaAt, { away, fills }: CellFormula): Env {
  return { ...place, evaluate, away, isArray: fills !== undefined, isKept: false, locals: new Map(), names: [] };
}

/** The cells with what their formulas gave, or why they gave nothing. */
function settledSheet(sheet: Sheet, book: FormulaBook): Sheet {
  const grid = book.sheet(sheet.name);
  if (!grid || !sheet.rows.some(({ cells }) => cells.some(hasFormula))) return sheet;
  return { ...sheet, rows: sheet.rows.map((row) => settledRow(row, grid)) };
}

function settledRow(row: SheetRow, grid: SheetGrid): SheetRow {
  if (!row.cells.some(hasFormula)) return row;
  return { ...row, cells: row.cells.map((cell) => (hasFormula(cell) ? settledCell(cell, row.number, grid) : cell)) };
}

function settledCell(cell: Cell, row: number, grid: SheetGrid): Cell {
  const { formula, isUncalculated: _, ...rest } = cell;
  const column = grid.column(cell.column);
  const place = column.placeOf(row);
  const why = column.whyOf(row);
  if (place === undefined || why !== undefined) {
    const reason = why !== undefined && { whyNoResult: why };
    // What the file has saved is shown, and told; a 0 may stand for a result that there never was.
    if (formula?.isAsked && cell.value !== undefined && cell.value !== 0) return { ...rest, isOld: true, ...reason };
    return { ...rest, value: undefined, isUncalculated: true, ...reason };
  }
  const spill = cell.spill && grid.spillAt(row, cell.column);
  return { ...rest, value: column.values[place], ...(spill && { spill }) };
}
