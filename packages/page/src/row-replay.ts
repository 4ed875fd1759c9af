import type { CellOp, Op, RowsOp } from '@sheetwire/contract/live';
import { type CellPage, joinCells, splitCells, withCellStyle } from '@sheetwire/page/cells';
import { OpMismatch, rowOffsets } from '@sheetwire/page/ops';

/** A row, cut at its cells once an op needs it. */
interface Row {
  html: string;
  cut: CellPage | undefined;
  readonly cells: number;
}

/** A page cut at its rows: gaps[0] + rows[0] + gaps[1] + … + gaps[rows.length]. */
interface RowPage {
  readonly gaps: string[];
  readonly rows: Row[];
}

/**
 * Applies many cell and row ops to one page, cutting it once: one after another each row op scans the whole page, which
 * takes seconds for a long log of a large table. Undefined when the page has cells outside its rows.
 */
export function replayRows(html: string, ops: readonly (CellOp | RowsOp)[]): string | undefined {
  const page = cutRows(html);
  if (page.gaps.some((gap) => countCells(gap) > 0)) return undefined;
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

function cutRows(html: string): RowPage {
  const offsets = rowOffsets(html);
  const gaps: string[] = [];
  const rows: Row[] = [];
  let from = 0;
  for (let n = 0; n < offsets.length; n += 2) {
    const [start = 0, end = 0] = [offsets[n], offsets[n + 1]];
    gaps.push(html.slice(from, start));
    const own = html.slice(start, end);
    rows.push({ html: own, cut: undefined, cells: countCells(own) });
    from = end;
  }
  gaps.push(html.slice(from));
  return { gaps, rows };
}

function joinRows({ gaps, rows }: RowPage): string {
  const parts = rows.flatMap((row, n) => [gaps[n] ?? '', row.cut ? joinCells(row.cut) : row.html]);
  return parts.join('') + (gaps[rows.length] ?? '');
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

function cutRow(row: Row): CellPage {
  row.cut ??= splitCells(row.html);
  if (!row.cut) throw new OpMismatch('the page has tables within cells');
  return row.cut;
}

function spliceRows({ gaps, rows }: RowPage, [, , at, remove, html]: RowsOp): void {
  if (rows.length === 0 || at + remove > rows.length) throw new OpMismatch(`there is no row ${at}`);
  const inserted = cutRows(html);
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

function countCells(html: string): number {
  return html.match(/<t[dh](?:>| )/g)?.length ?? 0;
}
