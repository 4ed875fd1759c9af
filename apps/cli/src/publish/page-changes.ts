import { type CellPage, cellName, cellStyle, joinCells, splitCells, withCellStyle } from '@sheetwire/page/cells';

/** A page as a publisher renders it: canonical HTML and the declarations that `data-s` names. */
export interface RenderedPage {
  readonly name: string;
  readonly html: string;
  readonly styles: readonly string[];
}

/** A changed cell, as publish/cells/ takes it (interfaces 4). */
export interface CellChange {
  page: string;
  cell: string;
  html: string;
  s?: number;
}

/** What leads from the pages that the server has to the next ones. */
export type PageChanges =
  | { readonly kind: 'same' }
  /** `pages` is what the server has once it took the cells. */
  | { readonly kind: 'cells'; readonly cells: CellChange[]; readonly pages: RenderedPage[] }
  | { readonly kind: 'whole' };

const WHOLE: PageChanges = { kind: 'whole' };

/** The cells that changed; the whole when names, structure, attributes or the list of styles must change too. */
export function pageChanges(before: readonly RenderedPage[], after: readonly RenderedPage[]): PageChanges {
  if (before.length !== after.length) return WHOLE;
  const cells: CellChange[] = [];
  const pages: RenderedPage[] = [];
  for (const [n, page] of after.entries()) {
    const old = before[n];
    const step = old && changesOfPage(old, page);
    if (!step) return WHOLE;
    cells.push(...step.cells);
    pages.push(step.page);
  }
  return cells.length === 0 ? { kind: 'same' } : { kind: 'cells', cells, pages };
}

interface PageStep {
  readonly cells: CellChange[];
  readonly page: RenderedPage;
}

function changesOfPage(before: RenderedPage, after: RenderedPage): PageStep | undefined {
  if (before.name !== after.name) return undefined;
  if (before.html === after.html && sameList(before.styles, after.styles)) return { cells: [], page: before };
  const old = splitCells(before.html);
  const next = splitCells(after.html);
  if (!old || !next || old.cells.length !== next.cells.length) return undefined;
  const cells: CellChange[] = [];
  const numbers = new Map(before.styles.map((css, n) => [css, n]));
  for (let n = 0; n < next.literals.length; n++) {
    const step = changeOfCell({ old, next, n, before, after, numbers });
    if (step === 'whole') return undefined;
    if (step !== 'same') cells.push({ page: after.name, ...step });
  }
  return { cells, page: { name: before.name, html: joinCells(old), styles: before.styles } };
}

interface CellPair {
  readonly old: CellPage;
  readonly next: CellPage;
  readonly n: number;
  readonly before: RenderedPage;
  readonly after: RenderedPage;
  /** The number of each look in the server's list. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** Compares the n-th cell and takes its change over into `old`, so that `old` ends as what the server will have. */
function changeOfCell({ old, next, n, ...pages }: CellPair): Omit<CellChange, 'page'> | 'same' | 'whole' {
  const oldLiteral = old.literals[n] ?? '';
  const nextLiteral = next.literals[n] ?? '';
  const html = next.cells[n] ?? '';
  const style = styleNumber(oldLiteral, nextLiteral, pages);
  if (style === 'whole') return 'whole';
  if (html === old.cells[n] && style === undefined) return 'same';
  if (n >= next.cells.length) return 'same';
  const cell = cellName(nextLiteral);
  if (cell === undefined) return 'whole';
  old.cells[n] = html;
  if (style === undefined) return { cell, html };
  old.literals[n] = withCellStyle(oldLiteral, style);
  return { cell, html, s: style };
}

/** The style number to set, in the server's list; undefined when the look stays (the numbers of two lists may differ). */
function styleNumber(
  oldLiteral: string,
  nextLiteral: string,
  { before, after, numbers }: Omit<CellPair, 'old' | 'next' | 'n'>,
): number | undefined | 'whole' {
  if (oldLiteral === nextLiteral && before.styles === after.styles) return undefined;
  if (withoutStyle(oldLiteral) !== withoutStyle(nextLiteral)) return 'whole';
  const oldCss = cssOf(oldLiteral, before);
  const nextCss = cssOf(nextLiteral, after);
  if (oldCss === nextCss) return undefined;
  return (nextCss === undefined ? undefined : numbers.get(nextCss)) ?? 'whole';
}

function cssOf(literal: string, page: RenderedPage): string | undefined {
  const number = cellStyle(literal);
  return number === undefined ? undefined : page.styles[number];
}

function withoutStyle(literal: string): string {
  const at = literal.lastIndexOf('<');
  return literal.slice(0, at) + literal.slice(at).replace(/ data-s="\d+"/, '');
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((entry, n) => entry === other[n]));
}
