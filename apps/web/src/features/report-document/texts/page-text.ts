import type { Op, RowsOp } from '@sheetwire/contract/live';
import { cellOp, pageOp, rowsOp, styleOp } from '@sheetwire/contract/ops';
import type { CellShift } from '@sheetwire/page/model/moved-names';
import { PageModel } from '@sheetwire/page/model/page-model';
import { OpMismatch } from '@sheetwire/page/op-mismatch';
import type { PageBody } from '@sheetwire/page/ops';
import { LatestCells } from './latest-cells.ts';

/** Ops that wait at most, besides the last one of each cell, before they are folded into the text. */
const MOST_WAITING = 4000;
/** Cells beyond this number are not on any page: their ops wait in the list, which is bounded. */
const MOST_CELLS = 2 ** 20;

/** One page as text. Ops wait until somebody asks for it, so that a delta costs what it changes and no more. */
export class PageText {
  readonly name: string;
  readonly #model: PageModel;
  #waiting: Op[] = [];
  /** One text a cell, however long a report changes: the last ones since rows moved that the model does not know. */
  readonly #latest = new LatestCells();
  #fault: OpMismatch | undefined;

  constructor(name: string, body: PageBody) {
    this.name = name;
    this.#model = new PageModel(body);
  }

  push(op: Op): void {
    if (cellOp.is(op) && cellOp.cell(op) < MOST_CELLS) this.#latest.set(op);
    else this.#wait(op);
  }

  /** The page as it is now; throws OpMismatch when an op did not fit it. */
  body(): PageBody {
    this.#listCells();
    this.#fold();
    if (this.#fault) throw this.#fault;
    return this.#model.body;
  }

  #wait(op: Op): void {
    if (pageOp.is(op)) {
      this.#waiting = this.#waiting.filter((waiting) => styleOp.is(waiting));
      this.#latest.clear();
    } else if (rowsOp.is(op) && this.#moveRows(op)) return;
    else if (!styleOp.is(op)) this.#listCells();
    this.#waiting.push(op);
    if (this.#waiting.length > MOST_WAITING) this.#fold();
  }

  /**
   * Once it is known where the cells lie, rows come and go at once, and the cells that wait move with them: to fold
   * thousands of cells at each row would cost more than to draw them. False while it is not known.
   */
  #moveRows(op: RowsOp): boolean {
    if (!this.#model.isCut || this.#waiting.some((waiting) => pageOp.is(waiting))) return false;
    this.#fold();
    const shift = this.#fault ? undefined : this.#applied(op);
    if (shift) this.#latest.move(shift);
    return true;
  }

  /** Cells are numbered anew after this: those that wait go to the list. */
  #listCells(): void {
    for (const op of this.#latest.take(0, { from: 0, to: Number.POSITIVE_INFINITY })) this.#waiting.push(op);
  }

  /** After an op that did not fit, what follows it means other cells and rows than the page has. */
  #fold(): void {
    const ops = this.#waiting;
    this.#waiting = [];
    for (const op of ops) {
      if (this.#fault) return;
      this.#applied(op);
    }
  }

  #applied(op: Op): CellShift | undefined {
    try {
      return this.#model.apply(op);
    } catch (error) {
      if (!(error instanceof OpMismatch)) throw error;
      this.#fault = error;
      return undefined;
    }
  }
}
