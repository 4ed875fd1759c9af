import { cellCountOf, contentIn, tagIn, textBeforeCell } from '@sheetwire/page/model/cut-texts';
import { attribute, tagStyle, withoutTagStyle } from '@sheetwire/page/model/open-tag';
import { cutPage, type PageCut } from '@sheetwire/page/model/page-cut';
import { PageModel } from '@sheetwire/page/model/page-model';

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
  const old = cutPage(before.html);
  const next = cutPage(after.html);
  if (!old.hasCells || !next.hasCells || cellCountOf(old) !== cellCountOf(next)) return undefined;
  const there = new PageModel(before, { cut: old });
  const cells: CellChange[] = [];
  const numbers = new Map(before.styles.map((css, n) => [css, n]));
  for (let n = 0; n <= cellCountOf(next); n++) {
    const step = changeOfCell({ old, next, n, before, after, numbers });
    if (step === 'whole') return undefined;
    if (step === 'same') continue;
    cells.push({ page: after.name, ...step });
    there.setCell(n, step.html, step.s);
  }
  return { cells, page: { name: before.name, html: there.html, styles: before.styles } };
}

interface CellPair {
  readonly old: PageCut;
  readonly next: PageCut;
  readonly n: number;
  readonly before: RenderedPage;
  readonly after: RenderedPage;
  /** The number of each look in the server's list. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** Compares the n-th cell; behind the last one only the text must be the same. */
function changeOfCell(pair: CellPair): Omit<CellChange, 'page'> | 'same' | 'whole' {
  const { old, next, n, before, after } = pair;
  const isTextSame = textBeforeCell(old, n) === textBeforeCell(next, n);
  if (n >= cellCountOf(next)) return isTextSame ? 'same' : 'whole';
  const html = contentIn(next, n);
  const style = isTextSame && before.styles === after.styles ? undefined : styleNumber(pair);
  if (style === 'whole') return 'whole';
  if (html === contentIn(old, n) && style === undefined) return 'same';
  const cell = attribute(tagIn(next, n), 'data-cell');
  if (cell === undefined) return 'whole';
  return style === undefined ? { cell, html } : { cell, html, s: style };
}

/** The style number to set, in the server's list; undefined when the look stays (the numbers of two lists may differ). */
function styleNumber({ old, next, n, before, after, numbers }: CellPair): number | undefined | 'whole' {
  if (withoutStyle(textBeforeCell(old, n)) !== withoutStyle(textBeforeCell(next, n))) return 'whole';
  const oldCss = cssOf(tagIn(old, n), before);
  const nextCss = cssOf(tagIn(next, n), after);
  if (oldCss === nextCss) return undefined;
  return (nextCss === undefined ? undefined : numbers.get(nextCss)) ?? 'whole';
}

function cssOf(tag: string, page: RenderedPage): string | undefined {
  const number = tagStyle(tag);
  return number === undefined ? undefined : page.styles[number];
}

/** The text that leads to a cell without the cell's style number. */
function withoutStyle(text: string): string {
  const at = text.lastIndexOf('<');
  return text.slice(0, at) + withoutTagStyle(text.slice(at));
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((entry, n) => entry === other[n]));
}
