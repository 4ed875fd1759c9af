import { isTooWide } from '@sheetwire/page/row-writer';
import type { Cell } from './cell-index.ts';
import { toFragment } from './insert-html.ts';

const ENTITY = /&(?:amp|lt|gt);/g;
const CHARACTERS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Writes a cell's inner HTML: the text node's own data where text follows text, new nodes otherwise. */
export function writeCell(cell: Cell, html: string): void {
  if (html.includes('<')) {
    cell.replaceChildren(toFragment(html, 'td'));
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
export function fitCell(cell: Cell, widths: readonly number[]): void {
  const row = cell.parentElement;
  if (!(row instanceof HTMLTableRowElement) || row.parentElement?.classList.contains('m')) return;
  clip(cell, widths);
  const before = cell.previousElementSibling;
  if (before instanceof HTMLTableCellElement && before.textContent) clip(before, widths);
}

function clip(cell: Cell, widths: readonly number[]): void {
  const length = cell.textContent?.length ?? 0;
  const hasClass = cell.classList.contains('x');
  if (length < 4 && !hasClass) return;
  const isClipped = Boolean(cell.nextElementSibling?.textContent) && isTooWide(length, widthOf(cell, widths));
  if (isClipped === hasClass) return;
  cell.classList.toggle('x', isClipped);
  if (cell.classList.length === 0) cell.removeAttribute('class');
}

function widthOf(cell: Cell, widths: readonly number[]): number {
  let column = 0;
  for (let before = cell.previousElementSibling; before; before = before.previousElementSibling) {
    if (before instanceof HTMLTableCellElement && !before.hasAttribute('data-fill')) column += before.colSpan;
  }
  let width = 0;
  for (let n = column; n < column + cell.colSpan; n++) width += widths[n] ?? 0;
  return width;
}
