import type { RunningTotals } from './cells/running-totals.ts';
import type { SheetGrid } from './cells/sheet-grid.ts';
import type { Formula } from './node.ts';
import type { Value } from './values/value.ts';

/** The workbook as a formula sees it that is being evaluated; FormulaBook says what each part gives. */
export interface Book {
  readonly has1904Dates: boolean;
  readonly sheets: readonly SheetGrid[];
  readonly extent: { readonly row: number; readonly column: number };
  readonly totals: RunningTotals;
  depth: number;
  sheet(name: string): SheetGrid | undefined;
  nameOf(name: string, sheet: string): string | undefined;
  table(name: string): { readonly table: SheetGrid['tables'][number]; readonly sheet: SheetGrid } | undefined;
  formula(text: string): Formula;
  now(): number;
  kept(key: string, make: () => Value): Value;
  sortedOnRepeat(key: string, make: () => readonly number[]): readonly number[] | undefined;
  spend(steps: number): void;
  spendCells(count: number): void;
}
