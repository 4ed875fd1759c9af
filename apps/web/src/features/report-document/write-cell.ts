import { holdsDrawing } from '@sheetwire/page/drawing';
import type { GridShape } from '@sheetwire/page/grid-shape';
import { type CellFit, fitsOf, type LaidCell, laidCell, roomInLeast } from '@sheetwire/page/row-fit';
import { withClip } from '@sheetwire/page/tag-writer';
import { type Cell, OWN_CELLS } from './cell-index.ts';
import type { HeldControls } from './held-controls.ts';
import { toFragment } from './insert-html.ts';
import { attributesOf, innerHtml } from './serialise.ts';
import { isGrid, tableShape } from './table-shape.ts';

const ENTITY = /&(?:amp|lt|gt);/g;
const CHARACTERS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Writes a cell's inner HTML: the text node's own data where text follows text, new nodes otherwise. */
export function writeCell(cell: Cell, html: string, held: HeldControls): void {
  if (html.includes('<')) {
    held.write(cell, toFragment(html, 'td'));
    if (holdsDrawing(html)) cell.closest('tbody')?.classList.add('d');
    return;
  }
  const text = html.includes('&') ? html.replace(ENTITY, (entity) => CHARACTERS[entity] ?? entity) : html;
  const first = cell.firstChild;
  if (first instanceof Text && !first.nextSibling && text !== '') {
    if (first.data !== text) first.data = text;
  } else if (first || text !== '') cell.textContent = text;
}

/** Sets a cell's style number, for the parts too into which it was cut; false where it has it already. */
export function writeStyle(cell: Cell, style: number): boolean {
  const value = String(style);
  if (cell.getAttribute('data-s') === value) return false;
  cell.setAttribute('data-s', value);
  dressParts(cell);
  return true;
}

/** Gives the parts into which a cell was cut the style that it has. */
export function dressParts(cell: Cell): void {
  const style = cell.getAttribute('data-s');
  for (const part of partsOf(cell)) {
    if (style === null) part.removeAttribute('data-s');
    else part.setAttribute('data-s', style);
  }
}

/** The parts of a cell beyond a freeze line, and below the end of its block of rows. */
function* partsOf(cell: Cell): Generator<Element> {
  yield* besides(cell);
  const row = cell.closest('tr');
  const column = cell.getAttribute('aria-colindex');
  // A cell that names no number of rows goes on to the end.
  let rest = (cell.rowSpan || Number.POSITIVE_INFINITY) + (row?.sectionRowIndex ?? 0);
  for (let block = row?.closest('tbody, thead'); block; block = block.nextElementSibling) {
    rest -= block.childElementCount;
    const fills =
      rest > 0 && block.nextElementSibling?.querySelectorAll<HTMLElement>('tr:first-child > [data-fill="r"]');
    const part = [...(fills || [])].find(({ style }) => style.gridColumnStart === column);
    if (!part) return;
    yield part;
    yield* besides(part);
  }
}

function* besides(part: Element): Generator<Element> {
  for (let rest = part.nextElementSibling; rest?.getAttribute('data-fill') === 'c'; rest = rest.nextElementSibling)
    yield rest;
}

/** How a table's cells fit: its shape, and the pixels that a text may have in the least of its columns. */
export interface TableFit {
  readonly shape: GridShape;
  readonly room: number;
}

/** How the cells of a table fit; undefined where a table without widths is laid out by its texts. */
export function tableFit(table: Element, styles: readonly string[]): TableFit | undefined {
  if (!isGrid(table)) return undefined;
  const shape = tableShape(table, styles);
  return shape.native ? undefined : { shape, room: roomInLeast(shape.widths) };
}

/** The letters that a cell takes without a look at its neighbours, in digits of its own; any number without a fit. */
export function fittingIn(cell: Cell, fit: TableFit | undefined): number {
  if (!fit) return MOST_FITTING;
  const { digit, indent, isTurned } = fit.shape.looks.of(attributesOf(cell));
  return isTurned && cell.classList.contains('o') ? 0 : (fit.room - indent) / digit;
}

const MOST_FITTING = 10_000;

/** After its writes: the texts of a row run over empty cells and end at filled ones, as at the first rendering. */
export function fitRow(row: HTMLTableRowElement, { shape }: TableFit): void {
  const hasSpans = row.parentElement?.classList.contains('m') === true;
  const cells = [...row.querySelectorAll<Cell>(OWN_CELLS)];
  let column = 0;
  const laid = cells.map((one) => {
    // In a merged block a cell says its column; elsewhere the cells before it make it.
    const said = one.getAttribute('aria-colindex');
    if (said !== null) column = Number(said) - 1;
    const found = laidIn(one, column, shape);
    column += one.colSpan;
    return found;
  });
  const fits = fitsOf(laid, { ...shape, hasSpans });
  for (const [n, one] of cells.entries()) writeFit(one, fits?.[n]);
}

function laidIn(cell: Cell, column: number, shape: GridShape): LaidCell {
  const { colSpan: columns, rowSpan: rows } = cell;
  return laidCell({ attributes: attributesOf(cell), inner: innerHtml(cell), columns, rows }, column, shape);
}

const WORDS = ['x', 'o', 'r', 'c', 'g'];

function writeFit(cell: Cell, fit: CellFit | undefined): void {
  const words = fit?.words.split(' ') ?? [];
  if (WORDS.some((word) => cell.classList.contains(word) !== words.includes(word))) {
    cell.classList.remove(...WORDS);
    cell.classList.add(...words);
    if (cell.classList.length === 0) cell.removeAttribute('class');
  }
  const shown = cell.getAttribute('style');
  const style = withClip(shown, fit?.style);
  if (style === undefined) cell.removeAttribute('style');
  else if (style !== shown) cell.setAttribute('style', style);
}
