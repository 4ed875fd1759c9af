import { isTooWide } from '@sheetwire/page/row-writer';
import type { Cell, CellIndex } from './cell-index.ts';
import { type Direction, directionOf } from './number-change.ts';

/** A cell that a delta named before, with what the next one needs to know of it. */
export interface KnownCell {
  readonly cell: Cell;
  readonly isNumber: boolean;
  /** The least width of its table's columns in px: text that fits there needs no look at its neighbours. */
  readonly least: number;
  /** The block that it stands in; rows may move to another. */
  block: Element | null;
  /** Its one child, where that is text no longer than fits in any column. */
  node: Text | undefined;
  text: string;
  /** Its text before the last write; where a number went is worked out when somebody asks. */
  before: string;
}

/** The cells that deltas have named, by number: the way of a delta to its text nodes. */
export class KnownCells {
  readonly #index: CellIndex;
  readonly #observer = new MutationObserver((records) => this.#changed(records));
  readonly #leastOf: (cell: Cell) => number;
  readonly #met = new WeakMap<Cell, KnownCell>();
  #numbered: (KnownCell | undefined)[] = [];

  constructor(page: Element, index: CellIndex, leastOf: (cell: Cell) => number) {
    this.#index = index;
    this.#observer.observe(page, { childList: true, subtree: true });
    this.#leastOf = leastOf;
  }

  at(number: number): KnownCell | undefined {
    return this.#numbered[number] ?? this.#meet(number);
  }

  of(cell: Cell): KnownCell {
    const met = this.#met.get(cell);
    if (met) return met;
    const text = cell.textContent ?? '';
    const least = this.#leastOf(cell);
    const isNumber = cell.hasAttribute('data-num');
    const block = blockOf(cell);
    const known = { cell, isNumber, least, block, node: onlyText(cell, least), text, before: text };
    this.#met.set(cell, known);
    return known;
  }

  /** Rows came or went: numbers stand for other cells. */
  renumber(): void {
    this.#numbered = [];
  }

  /** A translator or an extension puts nodes of its own in place of a cell's text: the next write looks anew. */
  #changed(records: readonly MutationRecord[]): void {
    for (const { target } of records) {
      const known = target instanceof HTMLTableCellElement ? this.#met.get(target) : undefined;
      if (known) known.node = undefined;
    }
  }

  #meet(number: number): KnownCell | undefined {
    const cell = this.#index.cell(number);
    if (!cell) return undefined;
    // A list of full length from the start: one that grew by its numbers would become a slow one.
    if (this.#numbered.length === 0) this.#numbered = new Array<KnownCell | undefined>(this.#index.cellCount);
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
export function writeText(known: KnownCell, html: string): boolean {
  const { node, least } = known;
  if (node === undefined || isTooWide(html.length, least) || !isPlain(html)) return false;
  node.data = html;
  known.before = known.text;
  known.text = html;
  return true;
}

/** After any other write: what the cell holds now. */
export function meetAgain(known: KnownCell): void {
  known.before = known.text;
  known.text = known.cell.textContent ?? '';
  known.node = onlyText(known.cell, known.least);
}

/** Where the number in a cell went at its last write. */
export function directionOfLast({ isNumber, before, text }: KnownCell): Direction {
  return isNumber ? directionOf(before, text) : undefined;
}

function blockOf(cell: Cell): Element | null {
  return cell.closest('[data-n]');
}

function onlyText(cell: Cell, least: number): Text | undefined {
  const first = cell.firstChild;
  return first instanceof Text && !first.nextSibling && !isTooWide(first.length, least) ? first : undefined;
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
