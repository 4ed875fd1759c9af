import type { Op } from '@sheetwire/contract/live';
import { cellOp } from '@sheetwire/contract/ops';
import { cellCountOf, cellsInRow, contentIn, gapIn, numberAt, rowCountOf, rowIn } from './model/cut-texts.ts';
import { tagStyle, withTagStyle } from './model/open-tag.ts';
import { type PageCut, PER_CELL, PER_ROW } from './model/page-cut.ts';

/** A page, or one of its rows: the text from one offset to another with the cells in it. */
interface Piece {
  readonly cut: PageCut;
  readonly start: number;
  readonly end: number;
  readonly firstCell: number;
  readonly cells: number;
}

/**
 * The ops of page `page` that lead from one cut page to another by cells alone. Undefined when more than contents and
 * style numbers changed.
 */
export function cellOps(from: PageCut, to: PageCut, page: number): Op[] | undefined {
  if (!from.hasCells || !to.hasCells) return undefined;
  return opsBetween(pageAsPiece(from), pageAsPiece(to), page);
}

/** Rows of another number of cells, beyond which a page has another form. */
const MOST_REFORMED = 8;

/**
 * The ops between pages of as many rows, row by row: a row of which more changed than cells (the ink of a number that
 * fell below zero) goes whole, of all others the cells. Undefined when rows came or went, what lies
 * between them changed, or the page has another form.
 */
export function pairedRowOps(from: PageCut, to: PageCut, page: number): Op[] | undefined {
  const count = rowCountOf(to);
  if (!from.hasCells || !to.hasCells || rowCountOf(from) !== count) return undefined;
  for (let n = 0; n <= count; n++) if (gapIn(from, n) !== gapIn(to, n)) return undefined;
  const rows: Op[] = [];
  const cells: Op[] = [];
  let reformed = 0;
  for (let n = 0; n < count; n++) {
    const html = rowIn(to, n);
    if (html === rowIn(from, n)) continue;
    const own = opsBetween(rowAsPiece(from, n), rowAsPiece(to, n), page);
    if (own) cells.push(...own);
    else rows.push([page, 'r', n, 1, html]);
    if (cellsInRow(from, n) !== cellsInRow(to, n)) reformed++;
  }
  return reformed > MOST_REFORMED ? undefined : [...rows, ...cells];
}

function pageAsPiece(cut: PageCut): Piece {
  return { cut, start: 0, end: cut.html.length, firstCell: 0, cells: cellCountOf(cut) };
}

function rowAsPiece(cut: PageCut, n: number): Piece {
  const [start, end] = [numberAt(cut.rows, PER_ROW * n), numberAt(cut.rows, PER_ROW * n + 1)];
  return { cut, start, end, firstCell: numberAt(cut.firstCells, n), cells: cellsInRow(cut, n) };
}

/** Ops number cells as the newer page does: rows of other numbers of cells are put in before them. */
function opsBetween(from: Piece, to: Piece, page: number): Op[] | undefined {
  if (from.cells !== to.cells || textBefore(from, from.cells) !== textBefore(to, to.cells)) return undefined;
  const ops: Op[] = [];
  for (let n = 0; n < to.cells; n++) {
    const old = textBefore(from, n);
    const now = textBefore(to, n);
    const html = contentIn(to.cut, to.firstCell + n);
    const isSame = old === now;
    if (isSame && html === contentIn(from.cut, from.firstCell + n)) continue;
    const style = isSame ? undefined : tagStyle(tagIn(now));
    if (!isSame && (style === undefined || withStyle(old, style) !== now)) return undefined;
    ops.push(cellOp.of(page, to.firstCell + n, html, style));
  }
  return ops;
}

/** The text from the cell before to the content of the n-th cell of a piece; for the number of all cells to its end. */
function textBefore({ cut, start, end, firstCell, cells }: Piece, n: number): string {
  const cell = PER_CELL * (firstCell + n);
  const from = n === 0 ? start : numberAt(cut.cells, cell - 1);
  return cut.html.slice(from, n < cells ? numberAt(cut.cells, cell + 1) : end);
}

function tagIn(text: string): string {
  return text.slice(text.lastIndexOf('<'));
}

/** The text with the style number of the cell that it opens set. */
function withStyle(text: string, style: number): string {
  const at = text.lastIndexOf('<');
  return text.slice(0, at) + withTagStyle(text.slice(at), style);
}
