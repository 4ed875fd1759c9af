import type { Op } from '@sheetwire/contract/live';
import { cellOps, pairedRowOps } from '@sheetwire/page/cell-diff';
import { splitCells } from '@sheetwire/page/cells';
import { applyOps, onPage } from '@sheetwire/page/ops';
import { type RowPage, splitRows } from '@sheetwire/page/row-page';
import { diffLists, type Hunk } from './diff-lists.ts';

/** A page before or after a publish. */
interface Body {
  readonly html: string;
  readonly styles: readonly string[];
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
  const ops = contentOps(p, from.html, to.html) ?? [page];
  return [...styles, ...(sizeOf(ops) > Math.max(to.html.length * WORTH, SMALL) ? [page] : ops)];
}

/** A page and the same cut at its rows. */
interface Cut {
  readonly html: string;
  readonly page: RowPage;
}

/** Undefined for what only the page itself can say. */
function contentOps(p: number, from: string, to: string): Op[] | undefined {
  const before = { html: from, page: splitRows(from) };
  const after = { html: to, page: splitRows(to) };
  const shifted = isShifted(before.page, after.page) ? diffRows(p, before, after) : undefined;
  return shifted ?? cellOps(from, to, p) ?? pairedRowOps(from, to, p) ?? diffRows(p, before, after);
}

function textsOf({ rows }: RowPage): string[] {
  return rows.map(({ html }) => html);
}

function sizeOf(ops: readonly Op[]): number {
  return ops.reduce((sum, op) => sum + 12 + (op[1] === 'c' ? op[3].length : op[1] === 'r' ? op[4].length : 0), 0);
}

/** Whether rows stand at other places, as in a list whose oldest row gives way to a new one at the other end. */
function isShifted(before: RowPage, after: RowPage): boolean {
  const known = new Set(before.rows.map(({ html }) => html));
  const changed = after.rows.filter(({ html }, n) => html !== before.rows[n]?.html);
  return 2 * changed.filter(({ html }) => known.has(html)).length > changed.length;
}

/**
 * Row ops, from the last hunk to the first so that earlier row numbers stay valid, then cell ops for rows that only
 * changed within. Checked by applying them: what does not give the exact page is not used.
 */
function diffRows(p: number, from: Cut, to: Cut): Op[] | undefined {
  if (!splitCells(from.html) || !splitCells(to.html)) return undefined;
  const before = from.page;
  const after = to.page;
  const hunks = diffLists(textsOf(before), textsOf(after));
  if (!hunks || before.rows.length === 0) return undefined;
  const splices = hunks.filter((hunk) => hunk.remove !== hunk.insert);
  const ops = splices.toReversed().map((hunk): Op => rowOp(p, hunk, after));
  return finish(p, from.html, to.html, ops);
}

/** Completes row ops with cell ops; undefined when they cannot give the page. */
function finish(p: number, from: string, to: string, rows: Op[]): Op[] | undefined {
  const moved =
    applyOps(
      [{ html: from, styles: [] }],
      rows.map((op) => onPage(op, 0)),
    )[0]?.html ?? '';
  if (moved === to) return rows;
  const rest = cellOps(moved, to, p) ?? pairedRowOps(moved, to, p);
  return rest && [...rows, ...rest];
}

/** Inserted rows bring the gaps between them along, so that white space and sections come out the same. */
function rowOp(p: number, hunk: Hunk, after: RowPage): Op {
  const inserted = textsOf(after).slice(hunk.newAt, hunk.newAt + hunk.insert);
  return [p, 'r', hunk.at, hunk.remove, inserted.join('')];
}
