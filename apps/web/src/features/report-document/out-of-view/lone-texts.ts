import type { CellShift } from '@sheetwire/page/model/moved-names';
import type { Cell } from '#features/report-document/cell-index.ts';

/**
 * Cells that were found to be a text in one row, by number: thousands are asked about with each position of a drag, and a
 * look at the nodes of each costs more than all else that is done with one that waits.
 */
export class LoneTexts {
  #found = new Uint8Array(0);

  /** Whether a cell was found to be one. */
  has(number: number): boolean {
    return number < this.#found.length && this.#found[number] === 1;
  }

  /** Whether a cell is one, which is known from then on. */
  look(number: number, cell: Pick<Cell, 'firstElementChild' | 'rowSpan'> | undefined): boolean {
    if (!cell || cell.firstElementChild || cell.rowSpan !== 1) return false;
    if (number >= this.#found.length) this.#grow(number);
    this.#found[number] = 1;
    return true;
  }

  /** More than a text may be written into a cell. */
  drop(number: number): void {
    if (number < this.#found.length) this.#found[number] = 0;
  }

  /** Rows came and went: what came is not known, cells behind have other numbers. */
  move({ at, gone, come }: CellShift): void {
    const found = this.#found;
    const known = found.length;
    if (at >= known) return;
    found.copyWithin(at + come, at + gone);
    found.fill(0, at, at + come);
    // What moved to the front leaves as much behind.
    if (gone > come) found.fill(0, Math.max(at + come, known - gone + come));
  }

  /** Nothing is known any more. */
  clear(): void {
    this.#found.fill(0);
  }

  /** Twice as long, so that it seldom is too short. */
  #grow(number: number): void {
    const longer = new Uint8Array(2 * (number + 1));
    longer.set(this.#found);
    this.#found = longer;
  }
}
