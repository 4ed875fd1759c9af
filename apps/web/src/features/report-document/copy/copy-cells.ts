import { OWN_CELLS } from '../cell-index.ts';
import { type Copied, type CopiedCells, copiedTable, type Telling } from './copied-table.ts';
import { tableAreas } from './table-areas.ts';

/**
 * The selected cells as tab-separated text and as one table. Both are made from the nodes, never from what is drawn:
 * engines leave out blocks that were not on screen. Undefined when the selection lies within one cell or in no table.
 */
export function copyCells(page: Element, selected: AbstractRange, telling: Telling): Copied | undefined {
  const range = document.createRange();
  range.setStart(selected.startContainer, selected.startOffset);
  range.setEnd(selected.endContainer, selected.endOffset);
  const tables = [...page.querySelectorAll('table')].filter((table) => range.intersectsNode(table));
  const parts = tables.map((table) => selectedCells(table, range)).filter((part) => part !== undefined);
  const [first] = parts;
  if (!first || (parts.length === 1 && first.areas.length < 2)) return undefined;
  const copies = parts.map((part) => copiedTable(part, telling));
  return { text: copies.map(({ text }) => text).join('\n'), html: copies.map(({ html }) => html).join('') };
}

/** Cells of the table of one of them, in their places; undefined outside of tables. */
export function partOf(one: Element, cells: ReadonlySet<Element>): CopiedCells | undefined {
  const table = one.closest('table');
  if (!table) return undefined;
  const { areas, columns } = tableAreas([...table.querySelectorAll('tr')]);
  const chosen = areas.filter(({ cell }) => cells.has(cell));
  const first = Math.min(...chosen.map(({ row }) => row));
  const last = Math.max(...chosen.map(({ row, rows }) => row + rows - 1));
  return { table, areas: chosen, first, last, columns };
}

function selectedCells(table: HTMLTableElement, range: Range): CopiedCells | undefined {
  const rows = [...table.querySelectorAll('tr')];
  const first = rows.findIndex((row) => range.intersectsNode(row) && holdsSelected(row, range));
  const last = rows.findLastIndex((row) => range.intersectsNode(row) && holdsSelected(row, range));
  if (first < 0) return undefined;
  const { areas, columns } = tableAreas(rows);
  const chosen = areas.filter(({ row, rows: tall, cell }) => {
    if (row + tall <= first || row > last) return false;
    const isInner = row > first && row + tall - 1 < last;
    return isInner || isSelected(cell, range);
  });
  return { table, areas: chosen, first, last, columns };
}

function holdsSelected(row: Element, range: Range): boolean {
  return [...row.querySelectorAll(OWN_CELLS)].some((cell) => isSelected(cell, range));
}

/** A range that only touches the edge of a cell does not take it. */
function isSelected(cell: Element, range: Range): boolean {
  if (!range.intersectsNode(cell)) return false;
  const own = document.createRange();
  own.selectNodeContents(cell);
  if (!cell.firstChild) return true;
  const endsBefore = range.compareBoundaryPoints(Range.END_TO_START, own) >= 0;
  const startsAfter = range.compareBoundaryPoints(Range.START_TO_END, own) <= 0;
  return !endsBefore && !startsAfter;
}
