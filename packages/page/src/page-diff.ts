import type { Op } from '@sheetwire/contract/live';
import { cellOps, pairedRowOps } from './cell-diff.ts';
import { splitCells } from './cells.ts';
import type { PageBody } from './ops.ts';
import { rowOffsets } from './row-page.ts';

/**
 * The ops that lead from one fetched page to the next, for a client without a stream: a whole fetch then changes no
 * more of the document than a delta would. Cells when the structure held, with rows in which it did not, else rows that came or went, else
 * the page.
 */
export function pageDiff(from: PageBody, to: PageBody, page: number): Op[] {
  const ops = styleOps(from.styles, to.styles, page);
  if (!ops) return [...replaceStyles(to.styles, page), [page, 'p', to.html]];
  if (from.html === to.html) return ops;
  const change = cellOps(from.html, to.html, page) ??
    pairedRowOps(from.html, to.html, page) ??
    rowOps(from.html, to.html, page) ?? [[page, 'p', to.html]];
  return [...ops, ...change];
}

/** Undefined when styles went away: ops can only add and set. */
function styleOps(from: readonly string[], to: readonly string[], page: number): Op[] | undefined {
  if (to.length < from.length) return undefined;
  const ops: Op[] = [];
  for (const [n, css] of to.entries()) if (from[n] !== css) ops.push([page, 's', n, css]);
  return ops;
}

function replaceStyles(styles: readonly string[], page: number): Op[] {
  return styles.map((css, n): Op => [page, 's', n, css]);
}

/** One splice of rows: what lies between the rows that both have at the start and at the end. */
function rowOps(from: string, to: string, page: number): Op[] | undefined {
  if (!splitCells(from) || !splitCells(to)) return undefined;
  const before = rowsOf(from);
  const after = rowsOf(to);
  const least = Math.min(before.rows.length, after.rows.length);
  let start = 0;
  while (start < least && before.rows[start] === after.rows[start]) start++;
  let end = 0;
  while (end < least - start && before.rows.at(-1 - end) === after.rows.at(-1 - end)) end++;
  const removed = before.rows.length - start - end;
  const added = after.rows.slice(start, after.rows.length - end);
  if (removed + added.length > least / 2) return undefined;
  const op: Op = [page, 'r', start, removed, added.join('')];
  return isSplice(from, to, op) ? [op] : undefined;
}

function rowsOf(html: string): { rows: string[] } {
  const offsets = rowOffsets(html);
  const rows: string[] = [];
  for (let n = 0; n + 1 < offsets.length; n += 2) rows.push(html.slice(offsets[n], offsets[n + 1]));
  return { rows };
}

function isSplice(from: string, to: string, op: Op): boolean {
  if (op[1] !== 'r') return false;
  const offsets = rowOffsets(from);
  const count = offsets.length / 2;
  const [, , at, remove, html] = op;
  if (count === 0) return false;
  const start = (at < count ? offsets[2 * at] : offsets[2 * count - 1]) ?? 0;
  const end = remove === 0 ? start : (offsets[2 * (at + remove) - 1] ?? start);
  return from.slice(0, start) + html + from.slice(end) === to;
}
