import { lastStartingBy } from '@sheetwire/page/model/halving';
export type Cell = HTMLTableCellElement;

/** Cells that are the page's own: not those that the rendering puts where a merge was cut. */
export const OWN_CELLS = ':is(td, th):not([data-fill])';

interface Block {
  readonly element: Element;
  firstCell: number;
  firstRow: number;
  cellCount: number;
  rowCount: number;
  cells: Cell[] | undefined;
}

/** Finds cells and rows by their number: a search among the blocks, then a list that a block makes at its first change. */
export class CellIndex {
  readonly #page: Element;
  #blocks: Block[] = [];

  constructor(page: Element) {
    this.#page = page;
    this.read();
  }

  /** Reads the blocks anew, after blocks came or went; the cells of those whose rows changed are counted. */
  read(changed?: ReadonlySet<Element>): void {
    const known = new Map(this.#blocks.map((block) => [block.element, block]));
    this.#blocks = blocksIn(this.#page).map(
      (element) =>
        known.get(element) ?? { element, firstCell: 0, firstRow: 0, cellCount: -1, rowCount: 0, cells: undefined },
    );
    for (const [n, block] of this.#blocks.entries()) {
      if (changed?.has(block.element)) {
        block.cells = undefined;
        block.cellCount = block.element.querySelectorAll(OWN_CELLS).length;
      } else if (block.cellCount < 0) block.cellCount = this.#countFromMarks(block, n);
      block.rowCount = rowsOf(block.element).length;
    }
    this.#number();
  }

  get cellCount(): number {
    const last = this.#blocks.at(-1);
    return last ? last.firstCell + last.cellCount : 0;
  }

  get rowCount(): number {
    const last = this.#blocks.at(-1);
    return last ? last.firstRow + last.rowCount : 0;
  }

  get blocks(): Element[] {
    return this.#blocks.map(({ element }) => element);
  }

  cell(number: number): Cell | undefined {
    const block = this.#blocks[lastStartingBy(this.#blocks, number, (one) => one.firstCell)];
    if (!block) return undefined;
    block.cells ??= [...block.element.querySelectorAll<Cell>(OWN_CELLS)];
    return block.cells[number - block.firstCell];
  }

  row(number: number): HTMLTableRowElement | undefined {
    const block = this.#blocks[lastStartingBy(this.#blocks, number, (one) => one.firstRow)];
    return block ? rowsOf(block.element)[number - block.firstRow] : undefined;
  }

  /** The first cell of the block in which a row stands, or would come to stand. */
  firstOfBlock(row: number): number {
    return this.#blocks[lastStartingBy(this.#blocks, row, (one) => one.firstRow)]?.firstCell ?? 0;
  }

  /** The number of a cell, or -1. */
  numberOf(cell: Element): number {
    const element = cell.closest('[data-n]');
    const block = this.#blocks.find((one) => one.element === element);
    if (!block) return -1;
    block.cells ??= [...block.element.querySelectorAll<Cell>(OWN_CELLS)];
    const at = indexIn(block.cells, cell);
    return at < 0 ? -1 : block.firstCell + at;
  }

  /** A block just rendered says where its cells start; the last one, and blocks that deltas made, are counted. */
  #countFromMarks(block: Block, n: number): number {
    const next = this.#blocks[n + 1]?.element.getAttribute('data-n');
    const own = block.element.getAttribute('data-n');
    if (next === null || next === undefined || own === null) return block.element.querySelectorAll(OWN_CELLS).length;
    return Number(next) - Number(own);
  }

  #number(): void {
    let cells = 0;
    let rows = 0;
    for (const block of this.#blocks) {
      block.firstCell = cells;
      block.firstRow = rows;
      if (block.element.getAttribute('data-n') !== String(cells)) block.element.setAttribute('data-n', String(cells));
      cells += block.cellCount;
      rows += block.rowCount;
    }
  }
}

/** The blocks of a page in the order of the document; none lies in another, and a long one is not searched. */
function blocksIn(page: Element, found: Element[] = []): Element[] {
  for (let child = page.firstElementChild; child; child = child.nextElementSibling) {
    if (child.hasAttribute('data-n')) found.push(child);
    else blocksIn(child, found);
  }
  return found;
}

/** The rows of a block in the order of the document (HTMLTableElement.rows puts heads first). */
function rowsOf(block: Element): ArrayLike<HTMLTableRowElement> {
  return block instanceof HTMLTableSectionElement ? block.rows : block.querySelectorAll('tr');
}

function indexIn(cells: readonly Element[], cell: Element): number {
  return cells.indexOf(cell);
}
