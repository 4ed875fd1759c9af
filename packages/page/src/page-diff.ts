import type { Op } from '@sheetwire/contract/live';
import { cellOps, pairedRowOps } from './cell-diff.ts';
import { rowTexts } from './model/cut-texts.ts';
import type { PageBody } from './model/page-body.ts';
import { cutPage, type PageCut } from './model/page-cut.ts';
import { applyOps } from './ops.ts';

/**
 * The ops that lead from one fetched page to the next, for a client without a stream: a whole fetch then changes no
 * more of the document than a delta would. Cells when the structure held, with rows in which it did not, else rows that came or went, else
 * the page.
 */
export function pageDiff(from: PageBody, to: PageBody, page: number): Op[] {
  const ops = styleOps(from.styles, to.styles, page);
  if (!ops) return [...replaceStyles(to.styles, page), [page, 'p', to.html]];
  if (from.html === to.html) return ops;
  const before = cutPage(from.html);
  const after = cutPage(to.html);
  const change = cellOps(before, after, page) ??
    pairedRowOps(before, after, page) ??
    rowOps(before, after, page) ?? [[page, 'p', to.html]];
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
function rowOps(from: PageCut, to: PageCut, page: number): Op[] | undefined {
  if (!from.hasCells || !to.hasCells) return undefined;
  const before = rowTexts(from);
  const after = rowTexts(to);
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start++;
  let end = 0;
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const removed = before.length - start - end;
  const added = after.slice(start, after.length - end);
  if (before.length === 0 || removed + added.length > least / 2) return undefined;
  const splice = (number: number): Op => [number, 'r', start, removed, added.join('')];
  const [spliced] = applyOps([{ html: from.html, styles: [] }], [splice(0)]);
  return spliced?.html === to.html ? [splice(page)] : undefined;
}
