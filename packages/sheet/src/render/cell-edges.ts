import type { BorderLine } from '../cell-style.ts';
import { type Edges, heavier } from './cell-css.ts';
import type { Looks } from './looks.ts';
import type { MergeArea } from './merges.ts';

/** The looks of the places of a table, by row × columns + column. */
interface LookGrid {
  readonly looks: Looks;
  readonly lookAt: Int32Array;
  readonly width: number;
  readonly height: number;
}

/** Finds the lines round a cell: its own and those of its neighbours, the heavier one first. */
export class CellEdges {
  readonly #grid: LookGrid;
  /** By look. */
  readonly #hasLines: (boolean | undefined)[] = [];

  constructor(grid: LookGrid) {
    this.#grid = grid;
  }

  /** The lines round a cell; undefined where there are none, as round most. */
  aroundCell(row: number, column: number): Edges | undefined {
    const { width, height, lookAt } = this.#grid;
    const at = row * width + column;
    const isNear =
      this.#isLined(lookAt[at] ?? 0) ||
      (row + 1 < height && this.#isLined(lookAt[at + width] ?? 0)) ||
      (column + 1 < width && this.#isLined(lookAt[at + 1] ?? 0));
    return isNear ? this.around({ top: row, left: column, bottom: row, right: column }) : undefined;
  }

  /** The lines round a cell or merged area; undefined where there are none. */
  around({ top, left, bottom, right }: Pick<MergeArea, 'top' | 'left' | 'bottom' | 'right'>): Edges | undefined {
    let found = false;
    const edges: { -readonly [K in keyof Edges]: Edges[K] } = {};
    const add = (side: keyof Edges, line: BorderLine | undefined) => {
      if (!line) return;
      found = true;
      edges[side] = heavier(line, edges[side]);
    };
    for (let column = left; column <= right; column++) {
      add('bottom', this.#line(bottom, column, 'bottom'));
      add('bottom', this.#line(bottom + 1, column, 'top'));
      if (top === 0) add('top', this.#line(top, column, 'top'));
    }
    for (let row = top; row <= bottom; row++) {
      add('end', this.#line(row, right, 'end'));
      add('end', this.#line(row, right + 1, 'start'));
      if (left === 0) add('start', this.#line(row, left, 'start'));
    }
    return found ? edges : undefined;
  }

  #line(row: number, column: number, side: 'top' | 'bottom' | 'start' | 'end'): BorderLine | undefined {
    const { width, height, lookAt, looks } = this.#grid;
    if (row >= height || column >= width) return undefined;
    const number = lookAt[row * width + column] ?? 0;
    return this.#isLined(number) ? looks.get(number).borders[side] : undefined;
  }

  #isLined(number: number): boolean {
    const known = this.#hasLines[number];
    if (known !== undefined) return known;
    const { top, bottom, start, end } = this.#grid.looks.get(number).borders;
    const isLined = (top ?? bottom ?? start ?? end) !== undefined;
    this.#hasLines[number] = isLined;
    return isLined;
  }
}
