import type { Op } from '@sheetwire/contract/live';
import { cellStyle, splitCells, withCellStyle } from './cells.ts';
import { hasCellsInRowsOnly, splitRows } from './row-page.ts';

/**
 * The ops of page `page` that lead from one canonical HTML to another by cells alone; the first cell is number `first`.
 * Undefined when more than contents and style numbers changed.
 */
export function cellOps(from: string, to: string, page: number, first = 0): Op[] | undefined {
  const before = splitCells(from);
  const after = splitCells(to);
  if (!before || !after || before.literals.length !== after.literals.length) return undefined;
  const ops: Op[] = [];
  for (const [n, now] of after.literals.entries()) {
    const old = before.literals[n] ?? '';
    const html = after.cells[n];
    if (old === now && before.cells[n] === html) continue;
    const op = html === undefined ? undefined : cellOp({ page, n: first + n, html }, old, now);
    if (!op) return undefined;
    ops.push(op);
  }
  return ops;
}

/** Undefined when more than its content and its style number changed at a cell. */
function cellOp(cell: { page: number; n: number; html: string }, old: string, now: string): Op | undefined {
  if (old === now) return [cell.page, 'c', cell.n, cell.html];
  const style = cellStyle(now);
  if (style === undefined || withCellStyle(old, style) !== now) return undefined;
  return [cell.page, 'c', cell.n, cell.html, style];
}

/** Rows of another number of cells, beyond which a page has another form. */
const MOST_REFORMED = 8;

/**
 * The ops between pages of as many rows, row by row: a row of which more changed than cells (the ink of a number that
 * fell below zero) goes whole, of all others the cells. Undefined when rows came or went, what lies
 * between them changed, or the page has another form.
 */
export function pairedRowOps(from: string, to: string, page: number): Op[] | undefined {
  const before = splitRows(from);
  const after = splitRows(to);
  const isPaired =
    before.rows.length === after.rows.length &&
    after.gaps.every((gap, n) => gap === before.gaps[n]) &&
    hasCellsInRowsOnly(after) &&
    splitCells(from) !== undefined &&
    splitCells(to) !== undefined;
  if (!isPaired) return undefined;
  const rows: Op[] = [];
  const cells: Op[] = [];
  let first = 0;
  let reformed = 0;
  for (const [n, row] of after.rows.entries()) {
    const old = before.rows[n];
    if (old && row.html !== old.html) {
      const own = cellOps(old.html, row.html, page, first);
      if (own) cells.push(...own);
      else rows.push([page, 'r', n, 1, row.html]);
      if (row.cells !== old.cells) reformed++;
    }
    first += row.cells;
  }
  return reformed > MOST_REFORMED ? undefined : [...rows, ...cells];
}
