import type { RowSplice } from '@sheetwire/contract/ops';
import { LARGE_TABLE } from '@sheetwire/page/grid-shape';
import { BLOCK_ROWS } from '@sheetwire/page/row-blocks';
import { rowsToGrid } from '@sheetwire/page/row-grid';
import { intrinsicHeight } from '@sheetwire/page/table-writer';
import { restyled } from '@sheetwire/page/tag-writer';
import { type CellIndex, OWN_CELLS } from '#features/report-document/cell-index.ts';
import { toFragment } from '#features/report-document/insert-html.ts';
import { isGrid, tableShape } from '#features/report-document/table-shape.ts';

type Row = HTMLTableRowElement;

/**
 * Puts rows in and takes rows out where they stand, so that the rows around them keep focus, selection and what is
 * being typed. False when merged cells, frozen rows or a change of section are touched: the page is then rendered anew.
 */
export function spliceRows(index: CellIndex, splice: RowSplice, styles: readonly string[]): boolean {
  const removed: Row[] = [];
  for (let n = splice.at; n < splice.at + splice.remove; n++) {
    const row = index.row(n);
    if (!row) return false;
    removed.push(row);
  }
  const isAtEnd = splice.at >= index.rowCount;
  const place = isAtEnd ? index.row(index.rowCount - 1) : index.row(splice.at);
  const section = place?.parentElement;
  const table = section?.closest('table');
  if (!place || !section || !table || !isOneSection([place, ...removed])) return false;
  if ([place, ...removed].some(isBound) || mayChangeForm(table, splice.html)) return false;
  const rows = renderRows({ table, section, styles }, splice.html);
  if (!rows) return false;
  const touched = new Set<Element>([section, ...removed.flatMap((row) => row.parentElement ?? [])]);
  section.insertBefore(rows, isAtEnd ? place.nextSibling : place);
  for (const row of removed) row.remove();
  settleBlocks(index, table, touched);
  return isGrid(table) === isSheetNow(table);
}

function isOneSection(rows: readonly Row[]): boolean {
  const names = rows.map((row) => row.parentElement?.getAttribute('data-w') ?? row.parentElement);
  return (
    names.every((name) => name === names[0]) && rows.every((row) => row.closest('table') === rows[0]?.closest('table'))
  );
}

/** Rows whose place depends on others: merged blocks and the frozen head; and any with row spans in a native table. */
function isBound(row: Row): boolean {
  const block = row.parentElement;
  return block?.classList.contains('m') === true || block?.classList.contains('f') === true;
}

/** A native table whose form hangs on all of its rows: spans, widths of columns. */
function mayChangeForm(table: Element, html: string): boolean {
  if (!isGrid(table) || !tableShape(table).native) return false;
  return html.includes(' rowspan="') || table.querySelector('col, [rowspan]') !== null;
}

/** Whether a fresh rendering would make it a grid (isSheet of the page's package, over nodes). */
function isSheetNow(table: Element): boolean {
  if (table.querySelector('[data-cell]')) return tableShape(table).native ? countCells(table) <= LARGE_TABLE : true;
  return countCells(table) > LARGE_TABLE;
}

function countCells(table: Element): number {
  return table.querySelectorAll(OWN_CELLS).length;
}

interface RowsPlace {
  readonly table: Element;
  readonly section: Element;
  /** Of the page. */
  readonly styles: readonly string[];
}

function renderRows({ table, section, styles }: RowsPlace, html: string): DocumentFragment | undefined {
  if (!isGrid(table)) return toFragment(html, 'tbody');
  const isHeader = section.getAttribute('data-w')?.startsWith('thead') === true;
  const text = rowsToGrid(html, { ...tableShape(table, styles), isHeader, firstRow: 1 });
  return text === undefined ? undefined : toFragment(text, 'tbody');
}

/** Empty blocks go, long ones are cut, and every number that moved is set again. */
function settleBlocks(index: CellIndex, table: HTMLTableElement, touched: Set<Element>): void {
  const changed = new Set<Element>(touched);
  if (isGrid(table) && !tableShape(table).native) settleGrid(table, touched, changed);
  const holders = [...changed].map((block) => (block.hasAttribute('data-n') ? block : table));
  index.read(new Set(holders));
}

/** Adds the blocks that come of cut ones. */
function settleGrid(table: HTMLTableElement, touched: ReadonlySet<Element>, changed: Set<Element>): void {
  const left = [...touched].filter((block) => !dropIfEmpty(block));
  for (const block of left) for (const piece of cutBlock(block)) changed.add(piece);
  const { rowHeight } = tableShape(table);
  for (const block of changed) {
    setHeight(block, rowHeight);
    if (block.querySelector('[data-drawing]')) block.classList.add('d');
  }
  numberRows(table, left.length < touched.size ? undefined : touched);
}

/** A block without rows goes, unless it is the last that stands for its section. */
function dropIfEmpty(block: Element): boolean {
  if (block.firstElementChild) return false;
  const name = block.getAttribute('data-w');
  const hasFellow = [block.previousElementSibling, block.nextElementSibling].some(
    (fellow) => fellow?.getAttribute('data-w') === name,
  );
  if (hasFellow) block.remove();
  return hasFellow;
}

/** Cuts a block of twice the usual rows; the rows that move keep their nodes. */
function cutBlock(block: Element): Element[] {
  const pieces: Element[] = [];
  let rest = block;
  while (rest.childElementCount > 2 * BLOCK_ROWS) {
    const moved = [...rest.children].slice(BLOCK_ROWS);
    const next = block.cloneNode(false);
    if (!(next instanceof Element) || moved.some(holdsFocus)) break;
    next.append(...moved);
    next.setAttribute('data-n', '');
    rest.after(next);
    pieces.push(next);
    rest = next;
  }
  return pieces;
}

/** A row that moves loses the focus within it: its block stays long until the focus is elsewhere. */
function holdsFocus(row: Element): boolean {
  const root = row.getRootNode();
  return root instanceof ShadowRoot && row.contains(root.activeElement);
}

function setHeight(block: Element, usual: number): void {
  if (block.localName === 'thead') return;
  let height = 0;
  for (const row of block.children) {
    const own = /--cell:(\d+(?:\.\d+)?)px/.exec(row.getAttribute('style') ?? '')?.[1];
    height += own === undefined ? usual : Number(own);
  }
  block.setAttribute('style', restyled(block.getAttribute('style'), intrinsicHeight(height)));
}

/** From the first of the blocks that were touched on; all of them where none is given. */
function numberRows(table: HTMLTableElement, touched: ReadonlySet<Element> | undefined): void {
  let number = 0;
  let haveMoved = touched === undefined;
  for (const section of table.children) {
    if (!(section instanceof HTMLTableSectionElement)) continue;
    haveMoved ||= touched?.has(section) === true;
    if (!haveMoved) {
      number += section.rows.length;
      continue;
    }
    for (const row of section.rows) {
      const value = String(++number);
      if (row.getAttribute('aria-rowindex') !== value) row.setAttribute('aria-rowindex', value);
    }
  }
  table.setAttribute('aria-rowcount', String(number));
}
