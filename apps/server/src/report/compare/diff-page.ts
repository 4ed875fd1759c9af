import type { Op } from '@sheetwire/contract/live';
import { cellOp, onPage, opText, rowsOp } from '@sheetwire/contract/ops';
import { cellOps, pairedRowOps } from '@sheetwire/page/cell-diff';
import { rowTexts } from '@sheetwire/page/model/cut-texts';
import { cutPage, type PageCut } from '@sheetwire/page/model/page-cut';
import { PageModel } from '@sheetwire/page/model/page-model';
import { apart } from '#lib/bytes/apart.ts';
import { diffLists, type Hunk } from './diff-lists.ts';
import { isWorthTelling, OP_LENGTH } from './worth-telling.ts';

/** A page before or after a publish. */
interface Body {
  readonly html: string;
  readonly styles: readonly string[];
}

/** A page of a report before and after a publish. */
export interface DiffPair {
  readonly page: number;
  readonly from: Body;
  readonly to: Body;
}

/** The ops between pages; undefined when one of them must be fetched whole, or when they are too many to be told. */
export function diffPages(pairs: readonly DiffPair[]): Op[] | undefined {
  const ops: Op[] = [];
  for (const { page, from, to } of pairs) {
    const own = diffPage(page, from, to);
    if (!own) return undefined;
    for (const op of own) ops.push(op);
    if (!isWorthTelling(ops)) return undefined;
  }
  // They are pieces of the pages, and are kept for longer.
  return apart(ops);
}

/** A delta larger than this share of the page is sent as the page itself… */
const WORTH = 0.5;
/** …but for these characters: what a small page saves is less than what its reader loses. */
const SMALL = 8192;

/**
 * The shortest delta we find from one page to the next, as ops of page number `p`: changed cells, with the rows of which
 * more changed, else rows that came and went, else the page. Applying it to `from` gives exactly `to`. Undefined when the
 * style list became shorter or an early entry must change place, which only a whole fetch can say.
 */
export function diffPage(p: number, from: Body, to: Body): Op[] | undefined {
  if (to.styles.length < from.styles.length) return undefined;
  const styles = to.styles.flatMap((css, n): Op[] => (css === from.styles[n] ? [] : [[p, 's', n, css]]));
  if (from.html === to.html) return styles;
  const page: Op = [p, 'p', to.html];
  const ops = contentOps(p, cutPage(from.html), cutPage(to.html)) ?? [page];
  return [...styles, ...(sizeOf(ops) > Math.max(to.html.length * WORTH, SMALL) ? [page] : ops)];
}

/** Undefined for what only the page itself can say. */
function contentOps(p: number, from: PageCut, to: PageCut): Op[] | undefined {
  if (!from.hasCells || !to.hasCells) return undefined;
  const before = { cut: from, rows: rowTexts(from) };
  const after = { cut: to, rows: rowTexts(to) };
  const shifted = isShifted(before.rows, after.rows) ? diffRows(p, before, after) : undefined;
  return shifted ?? cellOps(from, to, p) ?? pairedRowOps(from, to, p) ?? diffRows(p, before, after);
}

/** A cut page with the texts of its rows. */
interface Cut {
  readonly cut: PageCut;
  readonly rows: readonly string[];
}

function sizeOf(ops: readonly Op[]): number {
  return ops.reduce((sum, op) => sum + OP_LENGTH + (cellOp.is(op) || rowsOp.is(op) ? opText(op).length : 0), 0);
}

/** Whether rows stand at other places, as in a list whose oldest row gives way to a new one at the other end. */
function isShifted(before: readonly string[], after: readonly string[]): boolean {
  const known = new Set(before);
  const changed = after.filter((html, n) => html !== before[n]);
  return 2 * changed.filter((html) => known.has(html)).length > changed.length;
}

/**
 * Row ops, from the last hunk to the first so that earlier row numbers stay valid, then cell ops for rows that only
 * changed within. Checked by applying them: what does not give the exact page is not used.
 */
function diffRows(p: number, from: Cut, to: Cut): Op[] | undefined {
  const hunks = from.rows.length === 0 ? undefined : diffLists(from.rows, to.rows);
  if (!hunks) return undefined;
  const splices = hunks.filter((hunk) => hunk.remove !== hunk.insert);
  const ops = splices.toReversed().map((hunk): Op => rowOp(p, hunk, to.rows));
  return finish(p, from.cut, to.cut, ops);
}

/** Completes row ops with cell ops; undefined when they cannot give the page. */
function finish(p: number, from: PageCut, to: PageCut, rows: readonly Op[]): Op[] | undefined {
  const model = new PageModel({ html: from.html, styles: [] }, { cut: from });
  for (const op of rows) model.apply(onPage(op, 0));
  if (model.html === to.html) return [...rows];
  const moved = cutPage(model.html);
  const rest = cellOps(moved, to, p) ?? pairedRowOps(moved, to, p);
  return rest && [...rows, ...rest];
}

/** Inserted rows bring the gaps between them along, so that white space and sections come out the same. */
function rowOp(p: number, hunk: Hunk, after: readonly string[]): Op {
  return [p, 'r', hunk.at, hunk.remove, after.slice(hunk.newAt, hunk.newAt + hunk.insert).join('')];
}
