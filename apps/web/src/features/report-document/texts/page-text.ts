import type { CellOp, Op } from '@sheetwire/contract/live';
import { cellOp, pageOp, styleOp } from '@sheetwire/contract/ops';
import { PageModel } from '@sheetwire/page/model/page-model';
import { OpMismatch } from '@sheetwire/page/op-mismatch';
import type { PageBody } from '@sheetwire/page/ops';

/** Ops that wait at most, besides the last one of each cell, before they are folded into the text. */
const MOST_WAITING = 4000;
/** Cells beyond this number are not on any page: their ops wait in the list, which is bounded. */
const MOST_CELLS = 2 ** 20;

/** One page as text. Ops wait until somebody asks for it, so that a delta costs what it changes and no more. */
export class PageText {
  readonly name: string;
  readonly #model: PageModel;
  #waiting: Op[] = [];
  /** The last HTML of each cell since rows moved, by its number, and the numbers in the order they came. */
  #latest: (string | undefined)[] = [];
  #changed: number[] = [];
  readonly #styles = new Map<number, number>();
  #fault: OpMismatch | undefined;

  constructor(name: string, body: PageBody) {
    this.name = name;
    this.#model = new PageModel(body);
  }

  push(op: Op): void {
    if (cellOp.is(op) && cellOp.cell(op) < MOST_CELLS) this.#keep(op);
    else this.#wait(op);
  }

  /** The page as it is now; throws OpMismatch when an op did not fit it. */
  body(): PageBody {
    this.#listCells();
    this.#fold();
    if (this.#fault) throw this.#fault;
    return this.#model.body;
  }

  /** One store in a list: a report that changes for hours holds one text a cell. */
  #keep(op: CellOp): void {
    const number = cellOp.cell(op);
    if (number >= this.#latest.length) this.#grow(number);
    if (this.#latest[number] === undefined) this.#changed.push(number);
    this.#latest[number] = cellOp.html(op);
    const style = cellOp.style(op);
    if (style !== undefined) this.#styles.set(number, style);
  }

  /** A list that grew by its numbers would become a slow one. */
  #grow(number: number): void {
    const longer = new Array<string | undefined>(2 * (number + 1));
    for (const changed of this.#changed) longer[changed] = this.#latest[changed];
    this.#latest = longer;
  }

  #wait(op: Op): void {
    if (pageOp.is(op)) {
      this.#waiting = this.#waiting.filter((waiting) => styleOp.is(waiting));
      this.#forgetCells();
    } else if (!styleOp.is(op)) this.#listCells();
    this.#waiting.push(op);
    if (this.#waiting.length > MOST_WAITING) this.#fold();
  }

  /** Cells are numbered anew after this: those that wait go to the list. */
  #listCells(): void {
    for (const number of this.#changed) {
      const html = this.#latest[number];
      const style = this.#styles.get(number);
      if (html !== undefined) this.#waiting.push(cellOp.of(0, number, html, style));
    }
    this.#forgetCells();
  }

  #forgetCells(): void {
    for (const number of this.#changed) this.#latest[number] = undefined;
    this.#changed = [];
    this.#styles.clear();
  }

  /** After an op that did not fit, what follows it means other cells and rows than the page has. */
  #fold(): void {
    const ops = this.#waiting;
    this.#waiting = [];
    if (this.#fault) return;
    try {
      for (const op of ops) this.#model.apply(op);
    } catch (error) {
      if (!(error instanceof OpMismatch)) throw error;
      this.#fault = error;
    }
  }
}
