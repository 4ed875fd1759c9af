import type { CellRange } from '../../model.ts';

/** For which cells of a box a rule holds, as far as it was asked: one byte for each. */
export class HeldMap {
  readonly #box: CellRange;
  readonly #width: number;
  readonly #known: Uint8Array;

  /** Of a box of more places than `most`, such as one between ranges that lie far apart, nothing is known. */
  constructor(box: CellRange, most: number) {
    const { top, left, bottom, right } = box;
    this.#box = box;
    this.#width = Math.max(0, right - left + 1);
    const size = Math.max(0, bottom - top + 1) * this.#width;
    this.#known = new Uint8Array(size <= most ? size : 0);
  }

  /** Undefined where it is not known. */
  at(row: number, column: number): boolean | undefined {
    const known = this.#known[this.#placeOf(row, column)] ?? UNKNOWN;
    return known === UNKNOWN ? undefined : known === HELD;
  }

  /** Undefined forgets what was known. */
  note(row: number, column: number, isHeld: boolean | undefined): void {
    const place = this.#placeOf(row, column);
    if (place < 0 || place >= this.#known.length) return;
    this.#known[place] = isHeld === undefined ? UNKNOWN : isHeld ? HELD : NOT_HELD;
  }

  #placeOf(row: number, column: number): number {
    const { top, left, right } = this.#box;
    return column < left || column > right ? -1 : (row - top) * this.#width + column - left;
  }
}

const UNKNOWN = 0;
const NOT_HELD = 1;
const HELD = 2;
