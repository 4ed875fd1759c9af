import type { CellOp, Op } from '@sheetwire/contract/live';
import { cellOp, rowsOp, styleOp } from '@sheetwire/contract/ops';
import type { PageDrawing } from '@sheetwire/page/page-drawing';
import { toWire } from '@sheetwire/page/to-wire';
import { type Cell, CellIndex } from './cell-index.ts';
import { offerFonts } from './fonts/offer-fonts.ts';
import type { CellWrite, HeldControls } from './held-controls.ts';
import { toFragment } from './insert-html.ts';
import { type KnownCell, KnownCells, writeKnown, writeText } from './known-cells.ts';
import { PageStyles } from './page-styles.ts';
import { type CellRewrite, rowRewrite, writeLook } from './rows/rewrite-row.ts';
import { spliceRows } from './rows/splice-rows.ts';
import { innerHtml } from './serialise.ts';
import type { ShownDocument } from './shown-document.ts';
import { isGrid, tableShape } from './table-shape.ts';
import { fitRow, fittingIn, type TableFit, tableFit, writeCell, writeStyle } from './write-cell.ts';

/** One page in the document: its element, its cells by number, its sheet of styles. */
export class PageView {
  readonly element: HTMLElement;
  readonly styles: PageStyles;
  readonly index: CellIndex;
  readonly isUnmeasured: boolean;
  /** Blocks that are not in the document yet. */
  readonly later: PageDrawing['later'];
  readonly #known: KnownCells;
  #fits = new WeakMap<Element, TableFit>();
  /** Rows of which cells were written: each is fitted once, when all are. */
  readonly #unfit = new Set<HTMLTableRowElement>();

  constructor(
    element: HTMLElement,
    styles: readonly string[],
    { isUnmeasured, later }: Pick<PageDrawing, 'isUnmeasured' | 'later'>,
  ) {
    offerFonts();
    this.element = element;
    this.later = later;
    this.isUnmeasured = isUnmeasured;
    this.styles = new PageStyles(styles);
    this.index = new CellIndex(element);
    this.#known = new KnownCells(element, this.index, (cell) => fittingIn(cell, this.#fitOf(cell)));
  }

  /** Draws a page that is not in the document yet. */
  static draw(drawing: PageDrawing, styles: readonly string[]): PageView {
    const element = document.createElement('div');
    element.className = 'page';
    if (drawing.isPaper) element.setAttribute('data-paper', '');
    if (drawing.isText) element.setAttribute('data-text', '');
    element.append(toFragment(drawing.html, 'div'));
    return new PageView(element, styles, drawing);
  }

  /** The page that came with the shell, when it is this page of this report. */
  static early(root: ShadowRoot, { key, pages }: ShownDocument, pageNumber: number): PageView | undefined {
    const element = root.querySelector<HTMLElement>('.page[data-topic]');
    const page = pages[pageNumber];
    if (!element || !page) return undefined;
    const { topic, number } = element.dataset;
    const isIt = topic === key && number === String(pageNumber);
    return isIt ? new PageView(element, page.styles, { isUnmeasured: false, later: [] }) : undefined;
  }

  /** The page as wire HTML, read from the document itself. */
  toWire(): string {
    return toWire(innerHtml(this.element));
  }

  /** The table that holds everything, or undefined. */
  get frozenWidths(): readonly number[] {
    const table = this.element.querySelector('.t[data-freeze]');
    if (!table) return [];
    const { widths, frozenColumns } = tableShape(table);
    return widths.slice(0, frozenColumns);
  }

  /** The cell of a number, or undefined. */
  known(number: number): KnownCell | undefined {
    return this.#known.at(number);
  }

  /** Sets one cell where that is text over text; false when it is more, and nothing is written then. */
  setText(known: KnownCell, op: CellOp, isTold: boolean): boolean {
    if (!writeText(known, cellOp.html(op), isTold)) return false;
    const style = cellOp.style(op);
    if (style === undefined || !writeStyle(known.cell, style)) return true;
    this.#known.relook(known);
    if (!known.node) this.#unfitRowOf(known.cell);
    return true;
  }

  /** Sets one cell. The answer is undefined when there is no such cell, false when the write waits for its control. */
  setCell(op: CellOp, held: HeldControls): KnownCell | false | undefined {
    const [html, style] = [cellOp.html(op), cellOp.style(op)];
    const known = this.#known.at(cellOp.cell(op));
    if (!known || held.defer(known.cell, { html, style })) return known && false;
    return this.write(known.cell, { html, style }, held);
  }

  /** Writes a cell's content and style. */
  write(cell: Cell, { html, style }: CellWrite, held: HeldControls): KnownCell {
    const known = this.#known.of(cell);
    if (style !== undefined && writeStyle(cell, style)) this.#known.relook(known);
    writeKnown(known, () => writeCell(cell, html, held));
    this.#unfitRowOf(cell);
    return known;
  }

  /** After the writes of a delta: the texts of each row that was written run as at the first rendering. */
  fitRows(): void {
    for (const row of this.#unfit) {
      const fit = this.#fitOf(row);
      if (fit && this.element.contains(row)) fitRow(row, fit);
    }
    this.#unfit.clear();
  }

  /** Makes one row that of the wire HTML, its cells where they stand; undefined where it must be put in anew. */
  rewriteRow(at: number, html: string, held: HeldControls): KnownCell[] | undefined {
    const row = this.index.row(at);
    const table = row?.closest('table');
    const changes = row && table && isGrid(table) ? rowRewrite(row, html) : undefined;
    return changes?.flatMap((change) => this.#rewrite(change, held) ?? []);
  }

  #rewrite({ cell, attributes, html }: CellRewrite, held: HeldControls): KnownCell | undefined {
    const known = this.#known.of(cell);
    if (attributes !== undefined) {
      writeLook(cell, attributes);
      known.isNumber = cell.hasAttribute('data-num');
      this.#known.relook(known);
      this.#unfitRowOf(cell);
    }
    if (html === undefined) writeKnown(known, () => undefined);
    else if (held.defer(cell, { html, style: undefined })) return undefined;
    else this.write(cell, { html, style: undefined }, held);
    return known;
  }

  /** Any op but a cell's; false when the page must be drawn anew. */
  applyOther(op: Op): boolean {
    if (styleOp.is(op)) {
      this.#restyle(styleOp.number(op), styleOp.css(op));
      return true;
    }
    this.#known.renumber(rowsOp.is(op) ? this.index.firstOfBlock(rowsOp.splice(op).at) : 0);
    return rowsOp.is(op) && spliceRows(this.index, rowsOp.splice(op), this.styles.list);
  }

  /** Cells that have the style already may need more room now, or less. */
  #restyle(number: number, css: string): void {
    const before = this.styles.list[number];
    this.styles.set(number, css);
    this.#fits = new WeakMap();
    if (before === undefined || before === css) return;
    const cells = this.element.querySelectorAll<Cell>(`[data-s="${number}"]`);
    this.#known.relookAll(cells);
    for (const cell of cells) this.#unfitRowOf(cell);
  }

  #unfitRowOf(cell: Cell): void {
    const row = cell.closest('tr');
    if (row) this.#unfit.add(row);
  }

  #fitOf(element: Element): TableFit | undefined {
    const table = element.closest('table');
    if (!table) return undefined;
    const known = this.#fits.get(table) ?? tableFit(table, this.styles.list);
    if (known) this.#fits.set(table, known);
    return known;
  }
}
