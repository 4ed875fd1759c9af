import type { Op } from '@sheetwire/contract/live';
import { cellOp, pageOp, type RowSplice, rowsOp, styleOp } from '@sheetwire/contract/ops';
import { OpMismatch } from '../op-mismatch.ts';
import { type CellNames, nameCells } from './cell-names.ts';
import { cellCountOf, contentIn, tagIn } from './cut-texts.ts';
import { cellsIn, writeRowAlone } from './model-row.ts';
import { type CellShift, MovedNames } from './moved-names.ts';
import { attribute, tagStyle, withTagStyle } from './open-tag.ts';
import type { PageBody } from './page-body.ts';
import { cutBytes, cutPage, type PageCut } from './page-cut.ts';
import { PageRows } from './page-rows.ts';
import { TextRuns } from './text-runs.ts';
import { utf8Length } from './utf8.ts';

const MAX_SEED = 2 ** 31;

/** What another thread has found out about a page already. */
export interface KnownParts {
  readonly cut?: PageCut | undefined;
  readonly bytes?: number | undefined;
  readonly names?: CellNames | undefined;
}

/** What a cell and a row that stand apart from the text that they came in take, measured. */
const PER_CELL_HELD = 24;
const PER_ROW_HELD = 80;

/** Texts of rows that came in are kept whole until they are this many times what is left of them. */
const MOST_KEPT = 4;
const FEW_KEPT = 65_536;

/**
 * A page as rows of cells: cut once, changed by the steps of deltas at the cost of what they change, and joined when its
 * text is asked for. Engine, log, other nodes, browser and command line all change a page by this alone.
 */
export class PageModel {
  #styles: string[];
  /** The text, while nothing changed since it was joined or given. */
  #html: string | undefined;
  #cut: PageCut | undefined;
  #rows: PageRows | undefined;
  /** Counted when first asked for, and on every change from then on. */
  #bytes: number | undefined;
  /** Made when first asked for, and moved on as rows come and go. */
  #names: MovedNames | undefined;
  /** Characters of the texts that rows are pieces of. */
  #kept: number;
  #length: number;

  constructor({ html, styles }: PageBody, known: KnownParts = {}) {
    this.#styles = [...styles];
    this.#html = html;
    this.#cut = known.cut;
    this.#bytes = known.bytes;
    this.#names = known.names && new MovedNames(known.names);
    this.#kept = html.length;
    this.#length = html.length;
  }

  /** The page as it is now. */
  get html(): string {
    this.#html ??= this.#rows?.html() ?? '';
    return this.#html;
  }

  get styles(): readonly string[] {
    return this.#styles;
  }

  /** What a fetch of it gives. */
  get body(): PageBody {
    return { html: this.html, styles: [...this.#styles] };
  }

  /** Bytes of the page in UTF-8. */
  get bytes(): number {
    this.#bytes ??= utf8Length(this.html);
    return this.#bytes;
  }

  /** Characters of the page. */
  get length(): number {
    return this.#length;
  }

  /** Roughly the bytes that it takes in memory: its texts, where its cells lie and what they are called. */
  get memory(): number {
    const rows = this.#rows ? PER_CELL_HELD * this.#rows.cellCount + PER_ROW_HELD * this.#rows.rowCount : 0;
    const cut = this.#cut ? cutBytes(this.#cut) : 0;
    return 2 * Math.max(this.#kept, this.#length) + rows + cut + (this.#names?.bytes ?? 0);
  }

  /** False for a page with tables within cells, which only changes as a whole. */
  get hasCells(): boolean {
    return this.#rows !== undefined || this.#cutNow().hasCells;
  }

  /** Whether it is known where its cells lie; else whoever asks first waits for a cut. */
  get isCut(): boolean {
    return this.#rows !== undefined || this.#cut !== undefined;
  }

  /** Whether it is known what its cells are called. */
  get isNamed(): boolean {
    return this.#names !== undefined;
  }

  /** Takes what another thread has found out about the page as it is now, where that is not known yet. */
  learn({ cut, bytes, names }: KnownParts): void {
    this.#bytes ??= bytes;
    if (!this.isCut) this.#cut = cut;
    this.#names ??= names && new MovedNames(names);
  }

  get cellCount(): number {
    return this.#parts().cellCount;
  }

  get rowCount(): number {
    return this.#parts().rowCount;
  }

  /** The inner HTML of a cell; undefined when there is none of that number. */
  cell(number: number): string | undefined {
    const at = this.#parts().cellAt(number);
    if (!at) return undefined;
    if (!at.row) return contentIn(at.cut, at.cell);
    const { cut, contents } = at.row;
    return contents?.[at.place] ?? contentIn(cut, firstCellOf(at.row) + at.place);
  }

  /** The open tag of a cell; undefined when there is none of that number. */
  tag(number: number): string | undefined {
    const at = this.#parts().cellAt(number);
    if (!at) return undefined;
    return at.row ? tagOf(at.row, at.place) : tagIn(at.cut, at.cell);
  }

  /** The `data-cell` of a cell. */
  cellName(number: number): string | undefined {
    return attribute(this.tag(number) ?? '', 'data-cell');
  }

  /** The style number of a cell. */
  cellStyle(number: number): number | undefined {
    return tagStyle(this.tag(number) ?? '');
  }

  /** The number of the cell with this `data-cell`; undefined when there is none. */
  numberOf(name: string): number | undefined {
    this.#names ??= new MovedNames(this.#readNames());
    return this.#names.find(name, (cell) => this.cellName(cell));
  }

  /** Cells by their names, where that is known and no cell has moved since. */
  get names(): CellNames | undefined {
    return this.#names?.unmoved;
  }

  /** A row's HTML; undefined when there is none of that number. */
  row(number: number): string | undefined {
    const row = this.#parts().row(number);
    if (!row) return undefined;
    const out = new TextRuns();
    writeRowAlone(row, out);
    return out.joined();
  }

  /** Rows with the texts between them; undefined when not all are there. */
  rowsBetween(from: number, to: number): string | undefined {
    const rows = this.#parts();
    if (from < 0 || from > to || to > rows.rowCount) return undefined;
    return rows.textBetween(from, to);
  }

  /** The text before a row; for the number of all rows that behind the last. */
  gapBefore(row: number): string {
    return this.#parts().gapBefore(row);
  }

  /** How many cells a row has. */
  cellsInRow(number: number): number {
    const row = this.#parts().row(number);
    return row ? cellsIn(row) : 0;
  }

  /** Changes the page as a step of a delta says; throws OpMismatch when the step does not fit it. Answers which cells moved. */
  apply(op: Op): CellShift | undefined {
    if (rowsOp.is(op)) return this.spliceRows(rowsOp.splice(op));
    if (cellOp.is(op)) this.setCell(cellOp.cell(op), cellOp.html(op), cellOp.style(op));
    else if (styleOp.is(op)) this.#setStyle(styleOp.number(op), styleOp.css(op));
    else if (pageOp.is(op)) this.#replace(pageOp.html(op));
    return undefined;
  }

  /** Sets the inner HTML of a cell, and its style number when given. */
  setCell(number: number, html: string, style?: number): void {
    const at = this.#parts().cellToChange(number);
    if (!at) throw new OpMismatch(this.hasCells ? `there is no cell ${number}` : 'the page has tables within cells');
    const { row, place } = at;
    row.contents ??= new Array<string | undefined>(cellsIn(row));
    this.#grow(row.contents[place] ?? contentIn(row.cut, firstCellOf(row) + place), html);
    row.contents[place] = html;
    if (style === undefined) return;
    const before = tagOf(row, place);
    const tag = withTagStyle(before, style);
    row.tags ??= new Array<string | undefined>(cellsIn(row));
    row.tags[place] = tag;
    this.#grow(before, tag);
  }

  /** By how many bytes the page would grow if that were set. */
  growth(number: number, html: string, style?: number): number {
    const growth = utf8Length(html) - utf8Length(this.cell(number) ?? '');
    const tag = style === undefined ? undefined : this.tag(number);
    return tag === undefined || style === undefined ? growth : growth + withTagStyle(tag, style).length - tag.length;
  }

  /** Takes rows out and puts others in; answers which cells moved. */
  spliceRows({ at, remove, html }: RowSplice): CellShift {
    const rows = this.#parts();
    const { rowCount } = rows;
    if (rowCount === 0 || at < 0 || remove < 0 || at + remove > rowCount) throw new OpMismatch(`there is no row ${at}`);
    const cut = cutPage(html);
    if (!cut.hasCells) throw new OpMismatch('the rows hold tables within cells');
    const from = rows.firstCellOf(at);
    const shift = { at: from, gone: rows.firstCellOf(at + remove) - from, come: cellCountOf(cut) };
    this.#grow(rows.splice(at, remove, cut), html);
    if (!this.#names?.move(shift, cut)) this.#names = undefined;
    this.#kept += html.length;
    if (this.#kept > FEW_KEPT && this.#kept > MOST_KEPT * this.#length) this.#joinTexts();
    return shift;
  }

  /** The rows are cut out of one text anew; their cells keep their numbers. */
  #joinTexts(): void {
    const names = this.#names;
    this.#replace(this.html);
    this.#names = names;
  }

  #readNames(): CellNames {
    return nameCells(this.#rows ? cutPage(this.html) : this.#cutNow(), Math.trunc(Math.random() * MAX_SEED));
  }

  #setStyle(number: number, css: string): void {
    if (number < 0 || number > this.#styles.length) throw new OpMismatch(`there is no style before ${number}`);
    this.#styles[number] = css;
  }

  #replace(html: string): void {
    if (html !== this.#html) this.#bytes = undefined;
    this.#html = html;
    this.#cut = undefined;
    this.#rows = undefined;
    this.#names = undefined;
    this.#kept = html.length;
    this.#length = html.length;
  }

  #grow(before: string, after: string): void {
    this.#html = undefined;
    this.#length += after.length - before.length;
    if (this.#bytes !== undefined) this.#bytes += utf8Length(after) - utf8Length(before);
  }

  #cutNow(): PageCut {
    this.#cut ??= cutPage(this.html);
    return this.#cut;
  }

  /** The cut goes once its rows are there: from then on they are the page. */
  #parts(): PageRows {
    if (this.#rows) return this.#rows;
    const cut = this.#cutNow();
    const rows = new PageRows(cut);
    if (!cut.hasCells) return rows;
    this.#rows = rows;
    this.#cut = undefined;
    return rows;
  }
}

function firstCellOf({ cut, at }: { readonly cut: PageCut; readonly at: number }): number {
  return cut.firstCells[at] ?? 0;
}

function tagOf(
  row: { readonly cut: PageCut; readonly at: number; readonly tags: (string | undefined)[] | undefined },
  place: number,
): string {
  return row.tags?.[place] ?? tagIn(row.cut, firstCellOf(row) + place);
}
