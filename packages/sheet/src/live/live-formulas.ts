import { evaluateAgain, formulaJobs, type Job, withFormulas } from '../formula/calculate.ts';
import { circular, tooMuchWork } from '../formula/faults.ts';
import type { FormulaBook } from '../formula/formula-book.ts';
import { ReadIndex, type Spot, spotKey } from '../formula/read-index.ts';
import type { Cell, Sheet, SheetRow, Workbook } from '../model.ts';
import { placeFrom } from '../render/visible.ts';
import { cellAt, changedRow, isPlain, rowWithCell, withOwnRows } from './cell-changes.ts';
import { NotFollowed } from './not-followed.ts';

/**
 * How much of the work that all formulas may take may be done: while it is half, no formula is ever short of the half of
 * the rest that one may take, in whichever order they are evaluated.
 */
const MOST_SPENT = 0.5;
/** Areas that are looked at to find which formulas read what changed. */
const MOST_LOOKS = 2_000_000;
/** What a formula and what it reads take in memory, roughly. */
const JOB = 320;
const READ = 48;
const CELL = 24;

type OwnRows = ReturnType<typeof withOwnRows>;

interface Evaluated {
  readonly book: FormulaBook;
  readonly jobs: readonly Job[];
  readonly reads: ReadIndex;
}

interface LiveRows {
  /** As the file has them, with the values since. */
  readonly own: SheetRow[];
  /** With the results of their formulas. */
  readonly calculated: SheetRow[];
}

/**
 * The formulas of a workbook that is to be calculated: of other values only those are evaluated again that read them.
 * Values that were sent take the place of a formula. What it gives is what calculating the whole would give.
 */
export class LiveFormulas {
  readonly #book: FormulaBook;
  readonly #sheets: ReadonlyMap<string, LiveRows>;
  readonly #jobs: Map<string, Job>;
  /** The place of each formula: they are evaluated in the order of the sheets. */
  readonly #order: ReadonlyMap<Job, number>;
  readonly #reads: ReadIndex;
  /** The most steps that each formula took, of those that were evaluated again. */
  readonly #most = new Map<Job, number>();
  readonly memory: number;
  /** Formulas that were evaluated again for the values that were followed last. */
  evaluated = 0;

  private constructor({ sheets, rows }: OwnRows, calculated: readonly Sheet[], { book, jobs, reads }: Evaluated) {
    this.#book = book;
    this.#sheets = new Map(
      sheets.map(({ name }, n) => [
        name.toLowerCase(),
        { own: rows[n] ?? [], calculated: [...(calculated[n]?.rows ?? [])] },
      ]),
    );
    this.#jobs = new Map(jobs.map((job) => [keyOf(job), job]));
    this.#order = new Map(jobs.map((job, n) => [job, n]));
    this.#reads = reads;
    const cells = rows.flat().reduce((sum, row) => sum + row.cells.length, 0);
    this.memory = jobs.length * JOB + reads.size * READ + cells * CELL;
  }

  /** The workbook with its results, and what follows them where that can be done. */
  static calculate(given: Workbook, now: Date) {
    // The book reads columns when they are first asked for, so from rows as they are then.
    const own = withOwnRows(given.sheets);
    const { workbook, usesClock, book } = withFormulas({ ...given, sheets: own.sheets }, now);
    if (!book) return { workbook, usesClock, isFollowed: true, formulas: undefined };
    const jobs = formulaJobs(own.sheets);
    const reads = new ReadIndex(jobs, book);
    if (usesClock || reads.isFull || book.spent > MOST_SPENT || workbook.sheets.some(hangsOnOrder))
      return { workbook, usesClock, isFollowed: false, formulas: undefined };
    const formulas = new LiveFormulas(own, workbook.sheets, { book, jobs, reads });
    return { workbook, usesClock, isFollowed: true, formulas };
  }

  /**
   * Takes rows over as they are in the file with the values since; answers the rows with results that are others.
   * Throws NotFollowed: the formulas are of no use then.
   */
  follow(rows: ReadonlyMap<string, Iterable<SheetRow>>): Map<string, SheetRow[]> {
    const changed = new Map<string, Map<number, SheetRow>>();
    const spots = [...rows].flatMap(([sheet, own]) => [...own].flatMap((row) => this.#take(sheet, row, changed)));
    this.#book.forget();
    const jobs = this.#readersOf(spots);
    this.evaluated = jobs.length;
    const spent = new Map<Job, number>();
    if (jobs.length > 0) {
      evaluateAgain(jobs, this.#book, (job, steps) => spent.set(job, (spent.get(job) ?? 0) + steps));
    }
    for (const [job, steps] of spent) this.#note(job, steps);
    if (this.#book.spent > MOST_SPENT || this.#book.hasAskedTime) throw new NotFollowed();
    for (const job of jobs) this.#settle(job, changed);
    return new Map([...changed].map(([sheet, own]) => [sheet, [...own.values()]]));
  }

  /** Values that were sent are what their cells show. */
  #take(sheet: string, row: SheetRow, changed: Map<string, Map<number, SheetRow>>): Spot[] {
    const rows = this.#sheets.get(sheet);
    if (!rows) throw new NotFollowed();
    const { at, columns } = changedRow(rows.own, row);
    rows.own[at] = row;
    return [...columns].map((column) => {
      const spot = { sheet, row: row.number, column };
      const cell = cellAt(row, column);
      const grid = this.#book.sheet(sheet);
      if (!cell || !isPlain(cell) || !grid?.change(row, column, cell.value)) throw new NotFollowed();
      this.#jobs.delete(keyOf(spot));
      this.#put(spot, cell, changed);
      return spot;
    });
  }

  #put({ sheet, row, column }: Spot, cell: Cell, changed: Map<string, Map<number, SheetRow>>): void {
    const rows = this.#sheets.get(sheet)?.calculated ?? [];
    const at = rowPlace(rows, row);
    const before = rows[at];
    if (!before) throw new NotFollowed();
    const after = rowWithCell(before, column, cell);
    rows[at] = after;
    const own = changed.get(sheet) ?? new Map<number, SheetRow>();
    changed.set(sheet, own.set(row, after));
  }

  /** The formulas that read what changed, and those that read them, in the order of the sheets. */
  #readersOf(changed: readonly Spot[]): Job[] {
    const found = new Set<Job>();
    const open: Spot[] = [...changed];
    const take = (job: Job) => {
      if (found.has(job) || this.#jobs.get(keyOf(job)) !== job) return;
      found.add(job);
      open.push({ ...job, sheet: job.sheet.toLowerCase() });
    };
    this.#reads.anything.forEach(take);
    let looks = 0;
    for (let spot = open.pop(); spot; spot = open.pop()) {
      looks += this.#reads.costOf(spot.sheet);
      if (looks > MOST_LOOKS) throw new NotFollowed();
      for (const job of this.#reads.readersOf(spot)) take(job);
    }
    const order = (job: Job) => this.#order.get(job) ?? 0;
    return [...found].sort((a, b) => order(a) - order(b));
  }

  /** A formula counts for the most that it took once, however often it is evaluated. */
  #note(job: Job, steps: number): void {
    const most = this.#most.get(job) ?? 0;
    // What it took while the file was calculated counts beside that.
    this.#book.giveBack(Math.min(most, steps));
    this.#most.set(job, Math.max(most, steps));
  }

  #settle(job: Job, changed: Map<string, Map<number, SheetRow>>): void {
    const spot = { ...job, sheet: job.sheet.toLowerCase() };
    const rows = this.#sheets.get(spot.sheet)?.calculated ?? [];
    const row = rows[rowPlace(rows, job.row)];
    const before = row && cellAt(row, job.column);
    const column = this.#book.sheet(spot.sheet)?.column(job.column);
    const place = column?.placeOf(job.row);
    if (!before || !column || place === undefined) throw new NotFollowed();
    const why = column.whyOf(job.row);
    if (why !== before.whyNoResult) throw new NotFollowed();
    if (why !== undefined) return;
    const value = column.values[place];
    if (!isSame(before.value, value)) this.#put(spot, { ...before, value }, changed);
  }
}

/** What such cells show hangs on which formula was evaluated first. */
function hangsOnOrder({ rows }: Sheet): boolean {
  return rows.some(({ cells }) => cells.some(({ whyNoResult: why }) => why === circular || why === tooMuchWork));
}

function rowPlace(rows: readonly SheetRow[], number: number): number {
  const at = placeFrom(rows, number);
  return rows[at]?.number === number ? at : -1;
}

function isSame(a: Cell['value'], b: Cell['value']): boolean {
  if (typeof a === 'object' && typeof b === 'object') return a.error === b.error;
  return Object.is(a, b);
}

function keyOf({ sheet, row, column }: Spot): string {
  return spotKey(sheet.toLowerCase(), row, column);
}
