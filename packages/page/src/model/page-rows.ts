import { gapIn, numberAt, rowCountOf } from './cut-texts.ts';
import { lastStartingBy } from './halving.ts';
import {
  BLOCK_ROWS,
  blocksOf,
  blockWith,
  type ModelBlock,
  placeIn,
  recount,
  rowsIn,
  writeBlock,
} from './model-block.ts';
import { gapOf, type ModelRow, rowOf, writeRow, writeRowAlone } from './model-row.ts';
import type { PageCut } from './page-cut.ts';
import { TextRuns } from './text-runs.ts';

/** Where a cell lies: in a cut as it stands there, or in a row of its own. */
export type CellAt =
  | { readonly row: undefined; readonly cut: PageCut; readonly cell: number }
  | { readonly row: ModelRow; readonly place: number };

/** The rows of a page in blocks, found by their numbers and by those of their cells. */
export class PageRows {
  readonly #blocks: ModelBlock[];
  /** Blocks from here on have to be numbered anew. */
  #unnumbered = 0;
  /** What stands behind the last row. */
  #tail: string;

  constructor(cut: PageCut) {
    this.#blocks = blocksOf(cut);
    this.#tail = gapIn(cut, rowCountOf(cut));
  }

  get rowCount(): number {
    return this.#last((block) => block.firstRow + block.rowCount);
  }

  get cellCount(): number {
    return this.#last((block) => block.firstCell + block.cellCount);
  }

  /** Finds a cell; undefined when there is none of that number. */
  cellAt(number: number): CellAt | undefined {
    const block = this.#blockOfCell(number);
    if (!block) return undefined;
    const place = number - block.firstCell;
    if (!block.rows)
      return { row: undefined, cut: block.cut, cell: numberAt(block.cut.firstCells, block.from) + place };
    return placeIn(block, place);
  }

  /** Finds a cell so that it may be changed. */
  cellToChange(number: number): { readonly row: ModelRow; readonly place: number } | undefined {
    const block = this.#blockOfCell(number);
    return block && placeIn(block, number - block.firstCell);
  }

  /** The number of a row's first cell; for the number of all rows that of all cells. */
  firstCellOf(row: number): number {
    const block = this.#blockOfRow(row);
    if (!block || row >= block.firstRow + block.rowCount) return this.cellCount;
    const at = row - block.firstRow;
    if (block.rows) return block.firstCell + (block.starts[at] ?? 0);
    const { firstCells } = block.cut;
    return block.firstCell + numberAt(firstCells, block.from + at) - numberAt(firstCells, block.from);
  }

  /** The row of that number. */
  row(number: number): ModelRow | undefined {
    const block = this.#blockOfRow(number);
    if (!block || number < 0 || number >= block.firstRow + block.rowCount) return undefined;
    const at = number - block.firstRow;
    return block.rows ? block.rows[at] : rowOf(block.cut, block.from + at);
  }

  /** Takes rows out and puts those of a cut in; no row beyond the last may be named. Answers the text that went. */
  splice(at: number, remove: number, put: PageCut): string {
    const isAtEnd = at === this.rowCount;
    const gone = this.textBetween(at, at + remove);
    const before = isAtEnd ? '' : this.gapBefore(at);
    const after = isAtEnd ? this.#tail : remove > 0 ? this.gapBefore(at + remove) : '';
    const rows = rowsOf(put);
    const [first] = rows;
    if (first) first.gap = before + gapOf(first);
    const next = (first ? gapIn(put, rowCountOf(put)) : before + put.html) + after;
    const behind = at + remove;
    if (behind === this.rowCount) this.#tail = next;
    else this.#changeRow(behind, next);
    this.#remove(at, remove);
    this.#insert(at, rows, put);
    return gone;
  }

  /** Rows with the texts between them; that before the first is none of them. */
  textBetween(from: number, to: number): string {
    const out = new TextRuns();
    for (let n = from; n < to; n++) {
      const row = this.row(n);
      if (row) (n === from ? writeRowAlone : writeRow)(row, out);
    }
    return out.joined();
  }

  html(): string {
    const out = new TextRuns();
    for (const block of this.#blocks) writeBlock(block, out);
    out.own(this.#tail);
    return out.joined();
  }

  /** The text before a row; for the number of all rows that behind the last. */
  gapBefore(at: number): string {
    const row = this.row(at);
    return row ? gapOf(row) : this.#tail;
  }

  #changeRow(at: number, gap: string): void {
    const block = this.#blockOfRow(at);
    const row = block && rowsIn(block)[at - block.firstRow];
    if (row) row.gap = gap;
  }

  #remove(at: number, count: number): void {
    let index = this.#indexOfRow(at);
    let from = at - (this.#blocks[index]?.firstRow ?? 0);
    let left = count;
    this.#unnumbered = Math.min(this.#unnumbered, index);
    for (let block = this.#blocks[index]; left > 0 && block; block = this.#blocks[index]) {
      const take = Math.min(left, block.rowCount - from);
      if (take === block.rowCount) this.#blocks.splice(index, 1);
      else {
        rowsIn(block).splice(from, take);
        recount(block);
        index++;
      }
      left -= take;
      from = 0;
    }
  }

  #insert(at: number, rows: ModelRow[], cut: PageCut): void {
    if (rows.length === 0) return;
    const index = this.#indexOfRow(at);
    const block = this.#blocks[index];
    this.#unnumbered = Math.min(this.#unnumbered, index);
    const place = at - (block?.firstRow ?? 0);
    const own = block ? rowsIn(block) : [];
    const all = [...own.slice(0, place), ...rows, ...own.slice(place)];
    const pieces: ModelBlock[] = [];
    const most = all.length > 2 * BLOCK_ROWS ? BLOCK_ROWS : all.length;
    for (let n = 0; n < all.length; n += most) pieces.push(blockWith(all.slice(n, n + most), cut));
    replace(this.#blocks, index, block ? 1 : 0, pieces);
  }

  #number(): void {
    if (this.#unnumbered === this.#blocks.length) return;
    for (let n = this.#unnumbered; n < this.#blocks.length; n++) {
      const block = this.#blocks[n];
      const before = this.#blocks[n - 1];
      if (!block) break;
      block.firstRow = before ? before.firstRow + before.rowCount : 0;
      block.firstCell = before ? before.firstCell + before.cellCount : 0;
    }
    this.#unnumbered = this.#blocks.length;
  }

  #last(read: (block: ModelBlock) => number): number {
    this.#number();
    const block = this.#blocks.at(-1);
    return block ? read(block) : 0;
  }

  #blockOfCell(number: number): ModelBlock | undefined {
    if (number < 0) return undefined;
    this.#number();
    const block = this.#blocks[lastStartingBy(this.#blocks, number, (one) => one.firstCell)];
    return block && number < block.firstCell + block.cellCount ? block : undefined;
  }

  #blockOfRow(number: number): ModelBlock | undefined {
    return this.#blocks[this.#indexOfRow(number)];
  }

  /** The block that holds a row; for one behind the last, the last block. */
  #indexOfRow(number: number): number {
    this.#number();
    return lastStartingBy(this.#blocks, number, (block) => block.firstRow);
  }
}

function rowsOf(cut: PageCut): ModelRow[] {
  return Array.from({ length: rowCountOf(cut) }, (_, n) => rowOf(cut, n));
}

/** As `splice`, for any number of items: one call takes no more arguments than its stack holds. */
function replace<T>(list: T[], at: number, count: number, items: readonly T[]): void {
  if (items.length < MOST_ARGUMENTS) {
    list.splice(at, count, ...items);
    return;
  }
  const rest = list.splice(at).slice(count);
  for (const item of items) list.push(item);
  for (const item of rest) list.push(item);
}

const MOST_ARGUMENTS = 10_000;
