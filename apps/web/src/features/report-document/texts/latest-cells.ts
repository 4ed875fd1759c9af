import type { CellOp } from '@sheetwire/contract/live';
import { cellOp } from '@sheetwire/contract/ops';
import type { CellShift } from '@sheetwire/page/model/moved-names';

/** What a call takes as its arguments at most; longer lists are joined. */
const MOST_ARGUMENTS = 10_000;

/** The last content and style that was said of each cell of a page, by its number; rows that come and go move them. */
export class LatestCells {
  #htmls: (string | undefined)[] = [];
  #styles: (number | undefined)[] = [];
  #size = 0;

  /** Of how many cells something is said. */
  get size(): number {
    return this.#size;
  }

  /** Whether something is said of a cell. */
  has(number: number): boolean {
    return number < this.#htmls.length && this.#htmls[number] !== undefined;
  }

  /** A style stays until another is said. */
  set(op: CellOp): void {
    const number = cellOp.cell(op);
    if (number >= this.#htmls.length) this.#htmls = longer(this.#htmls, number);
    if (this.#htmls[number] === undefined) this.#size++;
    this.#htmls[number] = cellOp.html(op);
    const style = cellOp.style(op);
    if (style === undefined) return;
    if (number >= this.#styles.length) this.#styles = longer(this.#styles, number);
    this.#styles[number] = style;
  }

  /** The style that was said of a cell; undefined where none was. */
  styleOf(number: number): number | undefined {
    return number < this.#styles.length ? this.#styles[number] : undefined;
  }

  /** Says nothing of a cell any more. */
  drop(number: number): void {
    if (this.#htmls[number] === undefined) return;
    this.#size--;
    this.#htmls[number] = undefined;
    if (number < this.#styles.length) this.#styles[number] = undefined;
  }

  /** Rows came and went: what was said of cells that went is forgotten, those behind have other numbers. */
  move({ at, gone, come }: CellShift): void {
    if (this.#size === 0) return;
    for (let number = at; number < at + gone && number < this.#htmls.length; number++) this.drop(number);
    this.#htmls = moved(this.#htmls, { at, gone, come });
    this.#styles = moved(this.#styles, { at, gone, come });
  }

  /** Takes out what is said of the cells of these numbers, the first `most` of them, as steps on a page. */
  take(page: number, { from, to }: { readonly from: number; readonly to: number }, most = this.#size): CellOp[] {
    const ops: CellOp[] = [];
    const end = Math.min(to, this.#htmls.length);
    for (let number = from; number < end && this.#size > 0 && ops.length < most; number++) {
      const html = this.#htmls[number];
      if (html === undefined) continue;
      ops.push(cellOp.of(page, number, html, this.styleOf(number)));
      this.drop(number);
    }
    return ops;
  }

  clear(): void {
    this.#htmls = [];
    this.#styles = [];
    this.#size = 0;
  }
}

/** A list that grew by its numbers would become a slow one. */
function longer<T>(list: readonly (T | undefined)[], number: number): (T | undefined)[] {
  const more = new Array<T | undefined>(2 * (number + 1));
  for (const [at, item] of list.entries()) more[at] = item;
  return more;
}

function moved<T>(list: (T | undefined)[], { at, gone, come }: CellShift): (T | undefined)[] {
  if (at >= list.length || (gone === 0 && come === 0)) return list;
  const put = new Array<T | undefined>(come);
  if (come > MOST_ARGUMENTS) return list.slice(0, at).concat(put, list.slice(at + gone));
  list.splice(at, gone, ...put);
  return list;
}
