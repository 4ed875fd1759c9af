import type { CellValue } from '../../model.ts';
import { type RuleCells, type Same, sameness } from '../rule-cells.ts';
import type { PlacedCell } from '../sheet-values.ts';
import { ExactSum } from './exact-sum.ts';
import { SortedPlaces } from './sorted-places.ts';

/** A number for the place of a cell, rising row by row. */
export function placeOf(row: number, column: number): number {
  return row * ACROSS + column;
}

/** The row and the column of a place. */
export function spotOf(place: number): { readonly row: number; readonly column: number } {
  return { row: Math.floor(place / ACROSS), column: place % ACROSS };
}

const ACROSS = 32_768;

/** What is asked of the cells of a rule: nothing that nobody asks for is kept. */
export interface HeldFacts {
  readonly numbers: boolean;
  readonly spread: boolean;
  readonly counts: boolean;
}

/** The cells of the ranges of rules, of which one changes at little cost. */
export class HeldCells implements RuleCells {
  readonly #order: SortedPlaces | undefined;
  readonly #sum: ExactSum | undefined;
  readonly #same: Map<Same, number | Set<number>> | undefined;
  readonly #size: number;
  /** As they were asked for since the last change. */
  #mean: number | undefined;
  #spread: number | undefined;
  #asked: { readonly key: Same; readonly count: number } | undefined;

  constructor(cells: readonly PlacedCell[], { numbers, spread, counts }: HeldFacts) {
    this.#size = cells.length;
    const numbered = cells.flatMap(({ row, cell }) =>
      typeof cell.value === 'number' ? [{ value: cell.value, place: placeOf(row, cell.column) }] : [],
    );
    if (numbers || spread) {
      this.#order = new SortedPlaces(numbered);
      this.#sum = new ExactSum(spread);
      for (const { value } of numbered) this.#sum.add(value);
    }
    if (!counts) return;
    this.#same = new Map();
    for (const { row, cell } of cells) this.#addSame(sameness(cell.value), placeOf(row, cell.column));
  }

  get memory(): number {
    const each = (this.#order ? PER_NUMBER : 0) + (this.#same ? PER_KEY : 0);
    return this.#size * each;
  }

  get count(): number {
    return this.#order?.count ?? 0;
  }

  numberAt(n: number): number {
    return this.#order?.valueAt(n) ?? 0;
  }

  get mean(): number {
    this.#mean ??= this.#sum?.mean ?? Number.NaN;
    return this.#mean;
  }

  get spread(): number {
    this.#spread ??= this.#sum?.spread ?? Number.NaN;
    return this.#spread;
  }

  countOf(key: Same): number {
    // Several rules over the same cells ask for one after the other.
    if (this.#asked && this.#asked.key === key) return this.#asked.count;
    const same = this.#same?.get(key);
    const count = typeof same === 'number' ? 1 : (same?.size ?? 0);
    this.#asked = { key, count };
    return count;
  }

  /** Marks the cells that hold the same value, where they are one or two. */
  markFew(value: CellValue | undefined, marked: Set<number>): void {
    const key = this.#same && sameness(value);
    const same = key === undefined ? undefined : this.#same?.get(key);
    if (typeof same === 'number') marked.add(same);
    else if (same && same.size <= 2) for (const place of same) marked.add(place);
  }

  /** Marks the cells whose number lies between two, both among them. */
  markBetween(least: number, most: number, marked: Set<number>): void {
    this.#order?.markBetween(least, most, marked);
  }

  /** A cell holds another value now. */
  change(place: number, before: CellValue | undefined, after: CellValue | undefined): void {
    this.#mean = undefined;
    this.#spread = undefined;
    this.#asked = undefined;
    if (typeof before === 'number') {
      this.#order?.remove(before, place);
      this.#sum?.remove(before);
    }
    if (typeof after === 'number') {
      this.#order?.add(after, place);
      this.#sum?.add(after);
    }
    if (!this.#same) return;
    this.#removeSame(sameness(before), place);
    this.#addSame(sameness(after), place);
  }

  #addSame(key: Same | undefined, place: number): void {
    if (key === undefined) return;
    const known = this.#same?.get(key);
    if (known === undefined) this.#same?.set(key, place);
    else if (typeof known === 'number') this.#same?.set(key, new Set([known, place]));
    else known.add(place);
  }

  #removeSame(key: Same | undefined, place: number): void {
    if (key === undefined) return;
    const known = this.#same?.get(key);
    if (typeof known === 'object' && known.size > 1) known.delete(place);
    else this.#same?.delete(key);
  }
}

const PER_NUMBER = 24;
const PER_KEY = 120;
