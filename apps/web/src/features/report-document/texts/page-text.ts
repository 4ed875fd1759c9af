import type { CellOp, Op } from '@sheetwire/contract/live';
import { OpMismatch } from '@sheetwire/page/op-mismatch';
import { applyOps, onPage, type PageBody } from '@sheetwire/page/ops';

/** Ops that wait at most, besides the last one of each cell, before they are folded into the text. */
const MOST_WAITING = 4000;
/** Cells beyond this number are not on any page: their ops wait in the list, which is bounded. */
const MOST_CELLS = 2 ** 20;

/** One page as text. Ops wait until somebody asks for it, so that a delta costs what it changes and no more. */
export class PageText {
  readonly name: string;
  #body: PageBody;
  #waiting: Op[] = [];
  /** The last HTML of each cell since rows moved, by its number, and the numbers in the order they came. */
  #latest: (string | undefined)[] = [];
  #changed: number[] = [];
  readonly #styles = new Map<number, number>();
  #fault: OpMismatch | undefined;

  constructor(name: string, body: PageBody) {
    this.name = name;
    this.#body = body;
  }

  push(op: Op): void {
    if (op[1] === 'c' && op[2] < MOST_CELLS) this.#keep(op);
    else this.#wait(op);
  }

  /** The page as it is now; throws OpMismatch when an op did not fit it. */
  body(): PageBody {
    this.#listCells();
    this.#fold();
    if (this.#fault) throw this.#fault;
    return this.#body;
  }

  /** One store in a list: a report that changes for hours holds one text a cell. */
  #keep(op: CellOp): void {
    const number = op[2];
    if (number >= this.#latest.length) this.#grow(number);
    if (this.#latest[number] === undefined) this.#changed.push(number);
    this.#latest[number] = op[3];
    // Most ops have no fifth part: to read beyond an array's end is slow.
    if (op.length > 4 && op[4] !== undefined) this.#styles.set(number, op[4]);
  }

  /** A list that grew by its numbers would become a slow one. */
  #grow(number: number): void {
    const longer = new Array<string | undefined>(2 * (number + 1));
    for (const changed of this.#changed) longer[changed] = this.#latest[changed];
    this.#latest = longer;
  }

  #wait(op: Op): void {
    if (op[1] === 'p') {
      this.#waiting = this.#waiting.filter((waiting) => waiting[1] === 's');
      this.#forgetCells();
    } else if (op[1] !== 's') this.#listCells();
    this.#waiting.push(op);
    if (this.#waiting.length > MOST_WAITING) this.#fold();
  }

  /** Cells are numbered anew after this: those that wait go to the list. */
  #listCells(): void {
    for (const number of this.#changed) {
      const html = this.#latest[number];
      const style = this.#styles.get(number);
      if (html !== undefined)
        this.#waiting.push(style === undefined ? [0, 'c', number, html] : [0, 'c', number, html, style]);
    }
    this.#forgetCells();
  }

  #forgetCells(): void {
    for (const number of this.#changed) this.#latest[number] = undefined;
    this.#changed = [];
    this.#styles.clear();
  }

  #fold(): void {
    if (this.#waiting.length === 0) return;
    const ops = this.#waiting.map((op) => onPage(op, 0));
    this.#waiting = [];
    try {
      this.#body = applyOps([this.#body], ops)[0] ?? this.#body;
    } catch (error) {
      if (!(error instanceof OpMismatch)) throw error;
      this.#fault = error;
    }
  }
}
