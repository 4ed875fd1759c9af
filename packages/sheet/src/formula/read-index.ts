import { limits } from '@sheetwire/contract/limits';
import { lastColumn, lastRow } from '../address.ts';
import type { CellRange } from '../model.ts';
import { moved } from './areas.ts';
import type { Job } from './calculate.ts';
import { NotEvaluated } from './faults.ts';
import type { FormulaBook } from './formula-book.ts';
import type { Node } from './node.ts';
import { readsOf } from './reads.ts';

/** A cell of a workbook: its sheet in lower case, its row and its column. */
export interface Spot {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

/** Areas up to this many cells are found by each of their cells. */
const FEW_CELLS = 16;

interface LargeRead {
  readonly range: CellRange;
  readonly job: Job;
}

/** Which formulas read a cell, as far as their texts tell; the others may read any. */
export class ReadIndex {
  readonly #byCell = new Map<string, Job[]>();
  readonly #large = new Map<string, LargeRead[]>();
  /** Formulas whose text does not tell what they read. */
  readonly anything: Job[] = [];
  /** Areas that were noted, and cells of them. */
  size = 0;

  /** They read more than is kept: what reads a cell is not known. */
  isFull = false;

  constructor(jobs: readonly Job[], book: FormulaBook, most: number = limits.values.reads) {
    for (const job of jobs) {
      this.#note(job, book);
      if (this.size <= most) continue;
      this.isFull = true;
      return;
    }
  }

  /** The formulas that read a cell, some of them more than once. */
  *readersOf({ sheet, row, column }: Spot): Generator<Job> {
    yield* this.#byCell.get(spotKey(sheet, row, column)) ?? [];
    for (const { range, job } of this.#large.get(sheet) ?? []) {
      if (range.top <= row && row <= range.bottom && range.left <= column && column <= range.right) yield job;
    }
  }

  /** How many areas are looked at to find who reads a cell of the sheet. */
  costOf(sheet: string): number {
    return 1 + (this.#large.get(sheet)?.length ?? 0);
  }

  #note(job: Job, book: FormulaBook): void {
    const root = rootOf(job, book);
    const reads = root && readsOf(root, book, job.sheet);
    if (!reads) {
      this.anything.push(job);
      return;
    }
    for (const { sheet, area, isOfName } of reads) {
      const away = isOfName ? { rows: job.row - 1, columns: job.column - 1 } : job.formula.away;
      this.#noteRange(sheet, moved(area, away), job);
    }
  }

  #noteRange(sheet: string, range: CellRange, job: Job): void {
    const { top, left, bottom, right } = range;
    const isFew = (bottom - top + 1) * (right - left + 1) <= FEW_CELLS && bottom <= lastRow && right <= lastColumn;
    if (!isFew) {
      listIn(this.#large, sheet).push({ range, job });
      this.size++;
      return;
    }
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        listIn(this.#byCell, spotKey(sheet, row, column)).push(job);
        this.size++;
      }
    }
  }
}

function rootOf({ formula }: Job, book: FormulaBook): Node | undefined {
  try {
    return book.formula(formula.text).root;
  } catch (fault) {
    if (fault instanceof NotEvaluated) return undefined;
    throw fault;
  }
}

function listIn<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** One name for a cell. */
export function spotKey(sheet: string, row: number, column: number): string {
  return `${sheet}!${row}:${column}`;
}
