import type { Op } from '@sheetwire/contract/live';
import { cellOps, pairedRowOps } from './cell-diff.ts';
import { splitCells } from './cells.ts';
import { applyOps, type PageBody } from './ops.ts';
import { splitRows } from './row-page.ts';

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
  const before = splitRows(from).rows;
  const after = splitRows(to).rows;
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start]?.html === after[start]?.html) start++;
  let end = 0;
  while (end < least - start && before.at(-1 - end)?.html === after.at(-1 - end)?.html) end++;
  const removed = before.length - start - end;
  const added = after.slice(start, after.length - end).map(({ html }) => html);
  if (before.length === 0 || removed + added.length > least / 2) return undefined;
  const splice = (number: number): Op => [number, 'r', start, removed, added.join('')];
  const [spliced] = applyOps([{ html: from, styles: [] }], [splice(0)]);
  return spliced?.html === to ? [splice(page)] : undefined;
}
