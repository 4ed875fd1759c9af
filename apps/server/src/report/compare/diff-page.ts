import type { Op } from '@sheetwire/contract/live';
import { type CellPage, cellStyle, openTagOf, splitCells } from '@sheetwire/page/cells';
import { applyOps, onPage, rowOffsets } from '@sheetwire/page/ops';
import { diffLists, type Hunk } from './diff-lists.ts';

/** A page before or after a publish. */
interface Body {
  readonly html: string;
  readonly styles: readonly string[];
}

/** A delta larger than this share of the page is sent as the page itself. */
const WORTH = 0.5;

/**
 * The shortest delta we find from one page to the next, as ops of page number `p`: changed cells, else whole rows, else
 * the page. Applying it to `from` gives exactly `to`. Undefined when the style list became shorter or an early entry
 * must change place, which only a whole fetch can say.
 */
export function diffPage(p: number, from: Body, to: Body): Op[] | undefined {
  if (to.styles.length < from.styles.length) return undefined;
  const styles = to.styles.flatMap((css, n): Op[] => (css === from.styles[n] ? [] : [[p, 's', n, css]]));
  if (from.html === to.html) return styles;
  const page: Op = [p, 'p', to.html];
  const ops = diffCells(p, from.html, to.html) ?? diffRows(p, from.html, to.html) ?? [page];
  return [...styles, ...(sizeOf(ops) > to.html.length * WORTH ? [page] : ops)];
}

function sizeOf(ops: readonly Op[]): number {
  return ops.reduce((sum, op) => sum + 12 + (op[1] === 'c' ? op[3].length : op[1] === 'r' ? op[4].length : 0), 0);
}

/** Cell ops when both pages have the same structure; undefined otherwise. */
function diffCells(p: number, from: string, to: string): Op[] | undefined {
  const before = splitCells(from);
  const after = splitCells(to);
  return before && after && cellOps(p, before, after);
}

function cellOps(p: number, before: CellPage, after: CellPage): Op[] | undefined {
  if (before.cells.length !== after.cells.length) return undefined;
  const ops: Op[] = [];
  for (let n = 0; n < after.literals.length; n++) {
    const literal = after.literals[n] ?? '';
    const style = before.literals[n] === literal ? undefined : changedStyle(before.literals[n] ?? '', literal);
    if (style === null) return undefined;
    if (n === after.cells.length) break;
    const html = after.cells[n] ?? '';
    if (style !== undefined) ops.push([p, 'c', n, html, style]);
    else if (html !== before.cells[n]) ops.push([p, 'c', n, html]);
  }
  return ops;
}

/** The new style number when that is all that differs; null when anything else does. */
function changedStyle(before: string, after: string): number | null {
  const style = cellStyle(after);
  if (style === undefined || cellStyle(before) === undefined) return null;
  const tag = openTagOf(before).replace(/ data-s="\d+"/, ` data-s="${style}"`);
  const same = before.slice(0, before.lastIndexOf('<')) + tag === after;
  return same ? style : null;
}

/** A page cut at its rows: html = gaps[0] + rows[0] + gaps[1] + … + gaps[rows.length]. */
interface RowPage {
  readonly gaps: readonly string[];
  readonly rows: readonly string[];
}

function cutRows(html: string): RowPage {
  const offsets = rowOffsets(html);
  const gaps: string[] = [];
  const rows: string[] = [];
  let at = 0;
  for (let i = 0; i < offsets.length; i += 2) {
    const start = offsets[i] ?? 0;
    const end = offsets[i + 1] ?? start;
    gaps.push(html.slice(at, start));
    rows.push(html.slice(start, end));
    at = end;
  }
  gaps.push(html.slice(at));
  return { gaps, rows };
}

/**
 * Row ops, from the last hunk to the first so that earlier row numbers stay valid, then cell ops for rows that only
 * changed within. Checked by applying them: what does not give the exact page is not used.
 */
function diffRows(p: number, from: string, to: string): Op[] | undefined {
  if (!splitCells(from) || !splitCells(to)) return undefined;
  const before = cutRows(from);
  const after = cutRows(to);
  const hunks = diffLists(before.rows, after.rows);
  if (!hunks || before.rows.length === 0) return undefined;
  const splices = hunks.filter((hunk) => hunk.remove !== hunk.insert);
  const ops = splices.toReversed().map((hunk): Op => rowOp(p, hunk, after));
  return finish(p, from, to, ops);
}

/** Completes row ops with cell ops; undefined when they cannot give the page. */
function finish(p: number, from: string, to: string, rows: Op[]): Op[] | undefined {
  const moved =
    applyOps(
      [{ html: from, styles: [] }],
      rows.map((op) => onPage(op, 0)),
    )[0]?.html ?? '';
  if (moved === to) return rows;
  const cells = diffCells(p, moved, to);
  return cells && [...rows, ...cells];
}

/** Inserted rows bring the gaps between them along, so that white space and sections come out the same. */
function rowOp(p: number, hunk: Hunk, after: RowPage): Op {
  const inserted = after.rows.slice(hunk.newAt, hunk.newAt + hunk.insert);
  return [p, 'r', hunk.at, hunk.remove, inserted.join('')];
}
