import type { CellOp, Op, RowsOp } from '@sheetwire/contract/live';
import { type CellPage, splitCells, withCellStyle } from './cells.ts';
import { OpMismatch } from './op-mismatch.ts';
import { hasCellsInRowsOnly, joinRows, type PageRow, type RowPage, splitRows } from './row-page.ts';

/**
 * Applies many cell and row ops to one page, cutting it once: one after another each row op scans the whole page, which
 * takes seconds for a long log of a large table. Undefined when the page has cells outside its rows.
 */
export function replayRows(html: string, ops: readonly (CellOp | RowsOp)[]): string | undefined {
  const page = splitRows(html);
  if (!hasCellsInRowsOnly(page)) return undefined;
  for (const op of ops) {
    if (op[1] === 'c') setCell(page, op);
    else spliceRows(page, op);
  }
  return joinRows(page);
}

/** True for the ops that `replayRows` takes. */
export function isContentOp(op: Op): op is CellOp | RowsOp {
  return op[1] === 'c' || op[1] === 'r';
}

function setCell({ rows }: RowPage, [, , n, html, style]: CellOp): void {
  let before = 0;
  const row = rows.find(({ cells }) => {
    if (n < before + cells) return true;
    before += cells;
    return false;
  });
  const cut = row && cutRow(row);
  const at = n - before;
  const literal = cut?.literals[at];
  if (!cut || literal === undefined) throw new OpMismatch(`there is no cell ${n}`);
  cut.cells[at] = html;
  if (style !== undefined) cut.literals[at] = withCellStyle(literal, style);
}

function cutRow(row: PageRow): CellPage {
  row.cut ??= splitCells(row.html);
  if (!row.cut) throw new OpMismatch('the page has tables within cells');
  return row.cut;
}

function spliceRows({ gaps, rows }: RowPage, [, , at, remove, html]: RowsOp): void {
  if (rows.length === 0 || at + remove > rows.length) throw new OpMismatch(`there is no row ${at}`);
  const inserted = splitRows(html);
  const isAtEnd = at === rows.length;
  // Rows put after the last one come before what follows it; all others after what comes before them.
  const before = isAtEnd ? '' : (gaps[at] ?? '');
  const after = remove > 0 || isAtEnd ? (gaps[at + remove] ?? '') : '';
  const [first = '', ...rest] = inserted.gaps;
  const own = [before + first, ...rest];
  own.push((own.pop() ?? '') + after);
  gaps.splice(at, remove + 1, ...own);
  rows.splice(at, remove, ...inserted.rows);
}
