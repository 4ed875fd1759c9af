import { isWithin } from '@sheetwire/page/text-width';
import type { Cell, CellIndex } from './cell-index.ts';
import { type Direction, directionOf } from './changes/number-change.ts';

/** A cell that a delta named before, with what the next one needs to know of it. */
export interface KnownCell {
  readonly cell: Cell;
  /** A row that is rewritten may make it one. */
  isNumber: boolean;
  /** Digits that fit in any column of its table, by its look: a text no wider needs no look at the neighbours. */
  fitting: number;
  /** The block that it stands in; rows may move to another. */
  block: Element | null;
  /** Its one child, where that is text no longer than fits in any column. */
  node: Text | undefined;
  /** Its text before its last write, kept for cells whose change is told. */
  before: string;
  /** Named in the words about the last changes. */
  isNoted: boolean;
}

/** The cells that deltas have named, by number: the way of a delta to its text nodes. */
export class KnownCells {
  readonly #index: CellIndex;
  readonly #observer = new MutationObserver((records) => this.#changed(records));
  readonly #fittingOf: (cell: Cell) => number;
  readonly #met = new WeakMap<Cell, KnownCell>();
  #numbered: (KnownCell | undefined)[] = [];

  constructor(page: Element, index: CellIndex, fittingOf: (cell: Cell) => number) {
    this.#index = index;
    this.#observer.observe(page, { childList: true, subtree: true });
    this.#fittingOf = fittingOf;
  }

  at(number: number): KnownCell | undefined {
    return this.#numbered[number] ?? this.#meet(number);
  }

  of(cell: Cell): KnownCell {
    const met = this.#met.get(cell);
    if (met) return met;
    const fitting = this.#fittingOf(cell);
    const known: KnownCell = {
      cell,
      isNumber: cell.hasAttribute('data-num'),
      fitting,
      block: blockOf(cell),
      node: shortText(cell, fitting),
      before: '',
      isNoted: false,
    };
    this.#met.set(cell, known);
    return known;
  }

  /** The look of a cell changed: its letters may be wider now, or stand farther in. */
  relook(known: KnownCell): void {
    known.fitting = this.#fittingOf(known.cell);
    known.node = shortText(known.cell, known.fitting);
  }

  /** Looks changed: each cell that was met is looked at anew. */
  relookAll(cells: Iterable<Cell>): void {
    for (const cell of cells) {
      const known = this.#met.get(cell);
      if (known) this.relook(known);
    }
  }

  /** Rows came or went: from a cell on, the first of a block, numbers stand for other cells. */
  renumber(from: number): void {
    this.#numbered.fill(undefined, from);
  }

  /** A translator or an extension puts nodes of its own in place of a cell's text: the next write looks anew. */
  #changed(records: readonly MutationRecord[]): void {
    for (const { target } of records) {
      const known = target instanceof HTMLTableCellElement ? this.#met.get(target) : undefined;
      if (known) known.node = undefined;
    }
  }

  /** A list of full length: one that grew by its numbers would become a slow one. */
  #grow(): void {
    const longer = new Array<KnownCell | undefined>(this.#index.cellCount);
    for (const [number, known] of this.#numbered.entries()) longer[number] = known;
    this.#numbered = longer;
  }

  #meet(number: number): KnownCell | undefined {
    const cell = this.#index.cell(number);
    if (!cell) return undefined;
    if (number >= this.#numbered.length) this.#grow();
    const known = this.of(cell);
    known.block = blockOf(cell);
    this.#numbered[number] = known;
    return known;
  }
}

/**
 * Writes plain text over plain text where both fit in any column, which is what nearly every change is. False when the
 * cell needs more than that.
 */
export function writeText(known: KnownCell, html: string, isTold: boolean): boolean {
  const { node } = known;
  if (node === undefined || !isPlain(html) || !isWithin(html, known.fitting)) return false;
  if (isTold) known.before = node.data;
  node.data = html;
  return true;
}

/** Writes a cell in any other way. */
export function writeKnown(known: KnownCell, write: () => void): void {
  known.before = known.cell.textContent ?? '';
  write();
  known.node = shortText(known.cell, known.fitting);
}

/** Where the number in a cell went at its last write. */
export function directionOfLast({ cell, isNumber, before }: KnownCell): Direction {
  return isNumber ? directionOf(before, cell.textContent ?? '') : undefined;
}

function blockOf(cell: Cell): Element | null {
  return cell.closest('[data-n]');
}

function shortText(cell: Cell, fitting: number): Text | undefined {
  const first = cell.firstChild;
  return first instanceof Text && !first.nextSibling && isWithin(first.data, fitting) ? first : undefined;
}

const AMPERSAND = 0x26;
const LESS_THAN = 0x3c;

/** Whether the HTML is its own text, and not empty. */
function isPlain(html: string): boolean {
  for (let n = 0; n < html.length; n++) {
    const code = html.charCodeAt(n);
    if (code === AMPERSAND || code === LESS_THAN) return false;
  }
  return html !== '';
}
