import { isTooWide } from '@sheetwire/page/row-writer';
import type { Cell } from './cell-index.ts';
import type { HeldControls } from './held-controls.ts';
import { toFragment } from './insert-html.ts';

const ENTITY = /&(?:amp|lt|gt);/g;
const CHARACTERS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Writes a cell's inner HTML: the text node's own data where text follows text, new nodes otherwise. */
export function writeCell(cell: Cell, html: string, held: HeldControls): void {
  if (html.includes('<')) {
    held.write(cell, toFragment(html, 'td'));
    return;
  }
  const text = html.includes('&') ? html.replace(ENTITY, (entity) => CHARACTERS[entity] ?? entity) : html;
  const first = cell.firstChild;
  if (first instanceof Text && !first.nextSibling && text !== '') {
    if (first.data !== text) first.data = text;
  } else if (first || text !== '') cell.textContent = text;
}

/** Sets a cell's style number, for the parts too into which a freeze line cut it. */
export function writeStyle(cell: Cell, style: number): void {
  const value = String(style);
  if (cell.getAttribute('data-s') === value) return;
  cell.setAttribute('data-s', value);
  for (let rest = cell.nextElementSibling; rest?.getAttribute('data-fill') === 'c'; rest = rest.nextElementSibling) {
    rest.setAttribute('data-s', value);
  }
}

/** After a write: text that has grown beyond its cell is cut where a filled neighbour stands, as at the first rendering. */
export function fitCell(cell: Cell, columns: ColumnWidths): void {
  clip(cell, columns);
  const before = neighbour(cell, 'previousElementSibling');
  if (before) clip(before, columns);
}

/** The widths of a table's columns in px, and how many characters fit in the least of them: those fit anywhere. */
export interface ColumnWidths {
  readonly widths: readonly number[];
  readonly fitting: number;
}

/** Text longer than this is looked at in every table. */
const MOST_FITTING = 10_000;

/** Works out what fits; without widths a table is laid out by its texts. */
export function columnWidths(widths: readonly number[]): ColumnWidths {
  const least = Math.min(...widths);
  let fitting = 0;
  while (fitting < MOST_FITTING && !isTooWide(fitting + 1, least)) fitting++;
  return { widths, fitting };
}

function clip(cell: Cell, { widths, fitting }: ColumnWidths): void {
  const length = cell.textContent?.length ?? 0;
  const hasClass = cell.classList.contains('x');
  if (!hasClass && length <= fitting) return;
  const isFollowed = Boolean(neighbour(cell, 'nextElementSibling')?.firstChild);
  const isClipped = isFollowed && isTooWide(length, widthOf(cell, widths));
  if (isClipped === hasClass) return;
  cell.classList.toggle('x', isClipped);
  if (cell.classList.length === 0) cell.removeAttribute('class');
}

/** The cell beside, past the parts that the rendering put where a merge was cut. */
function neighbour(cell: Cell, side: 'previousElementSibling' | 'nextElementSibling'): Cell | undefined {
  let other = cell[side];
  while (other?.hasAttribute('data-fill')) other = other[side];
  return other instanceof HTMLTableCellElement ? other : undefined;
}

function widthOf(cell: Cell, widths: readonly number[]): number {
  const column = columnOf(cell);
  let width = 0;
  for (let n = column; n < column + cell.colSpan; n++) width += widths[n] ?? 0;
  return width;
}

/** In a merged block a cell says its column; elsewhere the cells before it make it. */
function columnOf(cell: Cell): number {
  const said = cell.getAttribute('aria-colindex');
  if (said !== null) return Number(said) - 1;
  let column = 0;
  for (let before = neighbour(cell, 'previousElementSibling'); before; ) {
    column += before.colSpan;
    before = neighbour(before, 'previousElementSibling');
  }
  return column;
}
