import { limits } from '@sheetwire/contract/limits';
import { lastColumn, lastRow } from '../address.ts';
import type { SheetTable, Workbook } from '../model.ts';
import type { Book } from './book.ts';
import { RunningTotals } from './cells/running-totals.ts';
import { SheetGrid } from './cells/sheet-grid.ts';
import { NotEvaluated, tooMuchWork } from './faults.ts';
import type { Formula } from './node.ts';
import { parseFormula } from './parse-formula.ts';
import { serialOfClock } from './values/calendar.ts';
import type { Value } from './values/value.ts';

/** A workbook as its formulas see it: values, names, tables, a clock, and how much work is left for all of them. */
export class FormulaBook implements Book {
  readonly has1904Dates: boolean;
  readonly sheets: readonly SheetGrid[];
  readonly #bySheet: ReadonlyMap<string, SheetGrid>;
  readonly #names = new Map<string, string>();
  readonly #tables = new Map<string, { readonly table: SheetTable; readonly sheet: SheetGrid }>();
  readonly #formulas = new Map<string, Formula | NotEvaluated>();
  readonly #kept = new Map<string, Value>();
  totals = new RunningTotals();
  readonly #now: Date;
  #left: number = limits.workbook.formulaSteps;
  #floor = 0;
  /** Something that was evaluated looked at the clock. */
  hasAskedTime = false;
  /** Parts of formulas that are being evaluated, each within the one before. */
  depth = 0;

  constructor(workbook: Workbook, now: Date) {
    this.#now = now;
    this.has1904Dates = workbook.has1904Dates;
    this.sheets = workbook.sheets.map((sheet) => new SheetGrid(sheet));
    this.#bySheet = new Map(this.sheets.map((sheet) => [sheet.name.toLowerCase(), sheet]));
    for (const { name, sheet, refers } of workbook.names) {
      const key = `${sheet?.toLowerCase() ?? ''}!${name.toLowerCase()}`;
      if (!this.#names.has(key)) this.#names.set(key, refers);
    }
    for (const sheet of this.sheets) {
      for (const table of sheet.tables) this.#tables.set(table.name.toLowerCase(), { table, sheet });
    }
  }

  sheet(name: string): SheetGrid | undefined {
    return this.#bySheet.get(name.toLowerCase());
  }

  /** What a name stands for: the one of its sheet before that of the workbook. */
  nameOf(name: string, sheet: string): string | undefined {
    const key = name.toLowerCase();
    return this.#names.get(`${sheet.toLowerCase()}!${key}`) ?? this.#names.get(`!${key}`);
  }

  table(name: string): { readonly table: SheetTable; readonly sheet: SheetGrid } | undefined {
    return this.#tables.get(name.toLowerCase());
  }

  /** A formula, read once; throws NotEvaluated. */
  formula(text: string): Formula {
    let found = this.#formulas.get(text);
    if (!found) {
      found = read(text);
      if (this.#formulas.size >= mostFormulas) this.#formulas.clear();
      this.#formulas.set(text, found);
      this.spend(1 + text.length / charactersOfStep);
    }
    if (found instanceof NotEvaluated) throw found;
    return found;
  }

  /** Values have changed: what was worked out of them is forgotten. */
  forget(): void {
    this.#kept.clear();
    this.#sorted.clear();
    this.totals = new RunningTotals();
  }

  /** The share of all work that was done so far. */
  get spent(): number {
    return 1 - this.#left / limits.workbook.formulaSteps;
  }

  /** Steps that are left for all formulas. */
  get left(): number {
    return this.#left;
  }

  /** Work that was counted, and is no part of what evaluating everything once would take. */
  giveBack(steps: number): void {
    this.#left += steps;
  }

  /** Takes work into account; throws NotEvaluated when it is spent. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < this.#floor) throw new NotEvaluated(tooMuchWork);
  }

  /** Work that passes over cells without looking at each. */
  spendCells(count: number): void {
    this.spend(1 + count / cellsOfStep);
  }

  /** One formula may take at most half of what is left, so that one does not cost all others their results. */
  share(): void {
    this.#floor = this.#left / 2;
    this.depth = 0;
  }

  /** The moment of publishing as a serial number. */
  now(): number {
    this.hasAskedTime = true;
    return serialOfClock(this.#now, this.has1904Dates);
  }

  kept(key: string, make: () => Value): Value {
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (this.#kept.size >= mostKept) this.#kept.clear();
    this.#kept.set(key, made);
    return made;
  }

  /** The sorted numbers of an area that is asked for again; the first time it is only noted. */
  sortedOnRepeat(key: string, make: () => readonly number[]): readonly number[] | undefined {
    const known = this.#sorted.get(key);
    if (known) return known;
    if (this.#sorted.size >= mostKept) this.#sorted.clear();
    const made = this.#sorted.has(key) ? make() : undefined;
    this.#sorted.set(key, made);
    return made;
  }

  readonly #sorted = new Map<string, readonly number[] | undefined>();

  /** The last row and column that any sheet uses: what is open to the end of the sheet ends there. */
  get extent(): { readonly row: number; readonly column: number } {
    this.#extent ??= {
      row: Math.min(
        lastRow,
        this.sheets.reduce((last, sheet) => Math.max(last, sheet.lastRow), 1),
      ),
      column: Math.min(
        lastColumn,
        this.sheets.reduce((last, sheet) => Math.max(last, sheet.lastColumn), 1),
      ),
    };
    return this.#extent;
  }

  #extent: { readonly row: number; readonly column: number } | undefined;
}

const mostFormulas = 20_000;
const mostKept = 50_000;
const cellsOfStep = 8;
const charactersOfStep = 4;

function read(text: string): Formula | NotEvaluated {
  try {
    return parseFormula(text);
  } catch (fault) {
    if (fault instanceof NotEvaluated) return fault;
    throw fault;
  }
}
