import type { Op } from '@sheetwire/contract/live';
import { joinCells, splitCells, withCellStyle } from './cells.ts';
import { OpMismatch } from './op-mismatch.ts';
import { rowOffsets } from './row-page.ts';
import { isContentOp, replayRows } from './row-replay.ts';

/** What a delta changes: a page's canonical HTML and its list of styles. */
export interface PageBody {
  readonly html: string;
  readonly styles: readonly string[];
}

/**
 * Applies a delta to pages given in their order; the answer equals a fetch of the delta's `to` (interfaces 7).
 * Throws OpMismatch when a page, cell or row that an op names is not there.
 */
export function applyOps(pages: readonly PageBody[], ops: readonly Op[]): PageBody[] {
  const result = [...pages];
  for (const run of runsOfContent(ops)) {
    const number = run[0]?.[0] ?? 0;
    const page = result[number];
    if (!page) throw new OpMismatch(`there is no page ${number}`);
    result[number] = applyRun(page, run);
  }
  return result;
}

/** Groups neighbouring ops of cells and rows of one page, so that the page is cut once for all of them. */
function runsOfContent(ops: readonly Op[]): Op[][] {
  const runs: Op[][] = [];
  for (const op of ops) {
    const last = runs.at(-1)?.at(-1);
    if (isContentOp(op) && last && isContentOp(last) && last[0] === op[0]) runs.at(-1)?.push(op);
    else runs.push([op]);
  }
  return runs;
}

function applyRun(page: PageBody, run: readonly Op[]): PageBody {
  if (run.every((op) => op[1] === 'c')) return applyCells(page, run);
  const html = run.length > 1 ? replayRows(page.html, run.filter(isContentOp)) : undefined;
  if (html !== undefined) return { html, styles: page.styles };
  return run.reduce((body, op) => (op[1] === 'c' ? applyCells(body, [op]) : applyOne(body, op)), page);
}

function applyCells(page: PageBody, ops: readonly Op[]): PageBody {
  const cut = splitCells(page.html);
  if (!cut) throw new OpMismatch('the page has tables within cells');
  for (const op of ops) {
    if (op[1] !== 'c') continue;
    const [, , n, html, style] = op;
    const literal = cut.literals[n];
    if (n >= cut.cells.length || literal === undefined) throw new OpMismatch(`there is no cell ${n}`);
    cut.cells[n] = html;
    if (style !== undefined) cut.literals[n] = withCellStyle(literal, style);
  }
  return { html: joinCells(cut), styles: page.styles };
}

function applyOne(page: PageBody, op: Op): PageBody {
  switch (op[1]) {
    case 'r':
      return { html: replaceRows(page.html, { at: op[2], remove: op[3], html: op[4] }), styles: page.styles };
    case 's':
      return { html: page.html, styles: withStyle(page.styles, op[2], op[3]) };
    case 'p':
      return { html: op[2], styles: page.styles };
    case 'c':
      return page;
  }
}

function withStyle(styles: readonly string[], number: number, css: string): string[] {
  if (number > styles.length) throw new OpMismatch(`there is no style before ${number}`);
  const next = [...styles];
  next[number] = css;
  return next;
}

/** The same step on the page of another number: as one user's pages, or a page alone, are numbered. */
export function onPage(op: Op, page: number): Op {
  switch (op[1]) {
    case 'c':
      return op[4] === undefined ? [page, 'c', op[2], op[3]] : [page, 'c', op[2], op[3], op[4]];
    case 'r':
      return [page, 'r', op[2], op[3], op[4]];
    case 's':
      return [page, 's', op[2], op[3]];
    case 'p':
      return [page, 'p', op[2]];
  }
}

/** A splice of table rows: removes `remove` rows from row `at` and puts `html` there (at = count appends). */
export interface RowSplice {
  readonly at: number;
  readonly remove: number;
  readonly html: string;
}

function replaceRows(html: string, splice: RowSplice): string {
  const offsets = rowOffsets(html);
  const count = offsets.length / 2;
  if (count === 0 || splice.at + splice.remove > count) throw new OpMismatch(`there is no row ${splice.at}`);
  const start = (splice.at < count ? offsets[2 * splice.at] : offsets[2 * count - 1]) ?? 0;
  const end = splice.remove === 0 ? start : (offsets[2 * (splice.at + splice.remove) - 1] ?? start);
  return html.slice(0, start) + splice.html + html.slice(end);
}
