import type { CellValue } from '../model.ts';
import { ExactSum } from './held/exact-sum.ts';
import type { PlacedCell } from './sheet-values.ts';

/** What rules ask of all cells of their ranges. */
export interface RuleCells {
  /** How many of them hold numbers. */
  readonly count: number;
  /** The n-th of their numbers from the least on. */
  numberAt(n: number): number;
  readonly mean: number;
  readonly spread: number;
  /** How many hold the same value. */
  countOf(key: Same): number;
}

/** What equal values have in common, for the rules of duplicates; undefined for an empty cell. */
export function sameness(value: CellValue | undefined): Same | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'object') return `error ${value.error}`;
  return typeof value === 'string' ? `text ${value.toLowerCase()}` : value;
}

/** A key of equal values. */
export type Same = string | number | boolean;

/** The cells of a rule that is judged once. */
export class ListedCells implements RuleCells {
  readonly #cells: readonly PlacedCell[];
  #sorted: Float64Array | undefined;
  readonly #sums = new Map<boolean, ExactSum>();
  #counts: Map<Same, number> | undefined;

  constructor(cells: readonly PlacedCell[]) {
    this.#cells = cells;
  }

  get count(): number {
    return this.#numbers.length;
  }

  numberAt(n: number): number {
    return this.#numbers[n] ?? 0;
  }

  get mean(): number {
    return this.#exact(false).mean;
  }

  get spread(): number {
    return this.#exact(true).spread;
  }

  countOf(key: Same): number {
    if (!this.#counts) {
      const counts = new Map<Same, number>();
      for (const { cell } of this.#cells) {
        const own = sameness(cell.value);
        if (own !== undefined) counts.set(own, (counts.get(own) ?? 0) + 1);
      }
      this.#counts = counts;
    }
    return this.#counts.get(key) ?? 0;
  }

  get #numbers(): Float64Array {
    this.#sorted ??= Float64Array.from(
      this.#cells.map(({ cell }) => cell.value).filter((value) => typeof value === 'number'),
    ).sort();
    return this.#sorted;
  }

  #exact(withSquares: boolean): ExactSum {
    const known = this.#sums.get(withSquares);
    if (known) return known;
    const sum = new ExactSum(withSquares);
    for (const number of this.#numbers) sum.add(number);
    this.#sums.set(withSquares, sum);
    return sum;
  }
}
