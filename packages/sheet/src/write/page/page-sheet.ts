import { limits } from '@sheetwire/contract/limits';
import { holdsDrawing } from '@sheetwire/page/drawing';
import { freezeOf, isSheet, shapeOf } from '@sheetwire/page/grid-shape';
import { scanPage, type WireCell, type WireRow, type WireTable } from '@sheetwire/page/table-scan';
import type { Cell, CellRange, Sheet, SheetLink } from '../../model.ts';
import type { GroupPlace, OutlineSides } from '../../outline/layout.ts';
import { digitWidth } from '../../render/text-width.ts';
import { shownZoom } from '../../view/zoom.ts';
import { type HeldDrawing, type PlacedDrawing, placedOn } from '../drawings/place.ts';
import type { DrawingTaker } from '../drawings/taken-drawing.ts';
import { captionOf } from './caption.ts';
import type { CellSource } from './cell-maker.ts';
import { readInline } from './inline.ts';
import { columnGroups, groupFacts, groupOf, outlineOf } from './outline.ts';
import { emptyRow, type RowDraft, sheetRow } from './row-draft.ts';
import { attributeOf } from './tags.ts';
import { TooLarge } from './too-large.ts';

/** What the sheets of a workbook share while they are filled. */
export interface Filling {
  readonly cells: CellSource;
  /** Takes what lies over cells; left out where nothing of it is written. */
  readonly drawings?: DrawingTaker;
  /** Cells that may still be written. */
  cellsLeft: number;
  /** Pictures that are not written. */
  pictures: number;
}

interface Held {
  readonly until: number;
}

/** Fills one sheet from top to bottom with tables and texts. */
export class PageSheet {
  readonly #filling: Filling;
  readonly #rows: RowDraft[] = [];
  readonly #merges: CellRange[] = [];
  readonly #links: SheetLink[] = [];
  readonly #widths: number[] = [];
  readonly #lengths: number[] = [];
  readonly #drawings: HeldDrawing[] = [];
  #freeze = { row: 0, column: 0 };
  #isRightToLeft = false;
  #zoom: number | undefined;
  #hasGridlines = true;
  #rowHeight: number | undefined;
  #outline: OutlineSides | undefined;
  #columnGroups: readonly (GroupPlace | undefined)[] = [];
  #next = 0;

  constructor(filling: Filling) {
    this.#filling = filling;
  }

  /** The number of rows so far. */
  get rowCount(): number {
    return this.#next;
  }

  /** A page's tables and the texts between them, one under the other. */
  *fill(page: { readonly html: string; readonly styles: readonly string[] }): Generator<number> {
    this.#filling.cells.use(page.styles);
    for (const part of scanPage(page.html)) {
      if (part.kind === 'table' && part.table) yield* this.#table(part.table);
      else this.#text(part.html);
    }
  }

  /** A row of texts and numbers, for facts about the report. */
  addRow(cells: readonly Omit<Cell, 'column'>[]): void {
    const row = this.#row(this.#next++);
    for (const [n, cell] of cells.entries()) {
      if (cell.value === undefined) continue;
      this.#count(1);
      row.cells.push({ ...cell, column: n + 1 });
      this.#noteLength(n, cell.value);
    }
  }

  sheet(name: string): Sheet {
    return {
      name,
      isHidden: false,
      isRightToLeft: this.#isRightToLeft,
      hasGridlines: this.#hasGridlines,
      ...(this.#zoom !== undefined && { zoom: this.#zoom }),
      defaultColumnWidth: undefined,
      defaultRowHeight: this.#rowHeight,
      hidesOtherRows: false,
      ...(this.#outline && { outline: this.#outline }),
      columns: this.#columns(),
      rows: this.#rows.flatMap((row, n) => sheetRow(row, n)),
      merges: this.#merges,
      freeze: this.#freeze,
      links: this.#links,
      tables: [],
      printAreas: [],
    };
  }

  /** The drawings that lie over its cells. */
  placed(): PlacedDrawing[] {
    const digit = digitWidth(this.#filling.cells.plainFont);
    const columns = this.#columns();
    const sizes = {
      column: (place: number) => Math.max(1, (columns[place]?.width ?? usualColumn) * digit),
      row: (place: number) => Math.max(1, (this.#rows[place]?.height ?? this.#rowHeight ?? usualRow) / pointsPerPx),
    };
    return this.#drawings.map((held) => placedOn(held, sizes));
  }

  #columns() {
    const digit = digitWidth(this.#filling.cells.plainFont);
    const count = Math.max(this.#widths.length, this.#lengths.length);
    return Array.from({ length: count }, (_, n) => {
      const px = this.#widths[n];
      const guess = Math.min(limits.export.columnWidth, Math.max(8, (this.#lengths[n] ?? 0) + 2));
      const group = this.#columnGroups[n];
      const place = { from: n + 1, to: n + 1, style: 0, ...groupFacts(group) };
      return { ...place, width: px === undefined ? guess : px / digit };
    });
  }

  /** A blank row parts what stands under something else. */
  #start(): number {
    return this.#next > 0 ? this.#next + 1 : 0;
  }

  #text(html: string): void {
    const { text, pieces, pictures } = readInline(html, false);
    this.#filling.pictures += pictures;
    if (text.trim() === '') return;
    this.#next = this.#start();
    let css = pieces[0]?.css ?? '';
    let at = 0;
    let from = 0;
    for (const line of text.split('\n')) {
      for (; at < pieces.length - 1 && from >= (pieces[at]?.text.length ?? 0); at++)
        from -= pieces[at]?.text.length ?? 0;
      css = pieces[at]?.css ?? css;
      from += line.length + 1;
      if (line.trim() !== '') this.#line(line, css);
    }
  }

  #line(line: string, css: string): void {
    const row = this.#row(this.#next++);
    for (const [n, field] of line.replace(/^\t/, '').split('\t').entries()) {
      if (field === '') continue;
      this.#count(1);
      row.cells.push({ ...this.#filling.cells.text(field.trim(), css), column: n + 1 });
    }
  }

  *#table(table: WireTable): Generator<number> {
    const top = this.#start();
    const shape = shapeOf(table);
    this.#takeShape(table, shape.widths, top);
    const caption = captionOf(table.head);
    this.#next = top;
    if (caption !== undefined) this.#text(caption);
    const { cells } = this.#filling;
    cells.within(table.attributes, isSheet(table));
    for (const section of table.sections) {
      const first = this.#next;
      const held: Held[] = [];
      for (const row of section.rows) {
        if (this.#next >= limits.export.rows) throw new TooLarge('rows');
        this.#tableRow(row, {
          held,
          last: first + section.rows.length - 1,
          css: cells.rowCss(section.attributes, row),
        });
        this.#next++;
        yield this.#next;
      }
    }
  }

  #takeShape(table: WireTable, widths: readonly number[], top: number): void {
    for (const [n, width] of widths.entries()) this.#widths[n] = Math.max(this.#widths[n] ?? 0, width);
    if (top > 0) return;
    const [rows, columns] = freezeOf(table);
    const [first] = table.sections;
    const ownHead = rows < 0 && isSheet(table) && first?.kind === 'thead' ? first.rows.length : 0;
    const row = Math.max(rows, ownHead, 0);
    this.#freeze = { row: row < table.rowCount ? row : 0, column: columns };
    const height = attributeOf(table.attributes, 'data-row-height');
    this.#rowHeight = height === undefined ? undefined : Math.min(tallest, Number(height) * pointsPerPx);
    this.#isRightToLeft = attributeOf(table.attributes, 'dir') === 'rtl';
    this.#hasGridlines = attributeOf(table.attributes, 'border') !== '0';
    this.#outline = outlineOf(table.attributes);
    this.#zoom = shownZoom(Number(attributeOf(table.attributes, 'data-zoom') ?? 100));
    this.#columnGroups = columnGroups(table.head);
  }

  #tableRow(source: WireRow, { held, last, css }: { held: Held[]; last: number; css: string }): void {
    const number = this.#next;
    const row = this.#row(number);
    row.height = heightOf(source.attributes);
    row.group = groupOf(source.attributes);
    let column = 0;
    for (const cell of source.cells) {
      while ((held[column]?.until ?? -1) >= number) column++;
      const bottom = cell.rows === 0 ? last : Math.min(last, number + cell.rows - 1);
      const right = freeTo(held, { from: column, to: column + cell.columns - 1, row: number });
      if (column + cell.columns > limits.export.columns) throw new TooLarge('columns');
      if (bottom > number) for (let n = column; n <= right; n++) held[n] = { until: bottom };
      this.#place(cell, { top: number + 1, left: column + 1, bottom: bottom + 1, right: right + 1 }, css);
      column += cell.columns;
    }
  }

  /** Rows and columns of the area count from 1. */
  #place(source: WireCell, area: CellRange, css: string): void {
    const made = this.#filling.cells.cell(source, css);
    this.#filling.pictures += made.pictures;
    this.#draw(source.inner, area);
    const isMerged = area.bottom > area.top || area.right > area.left;
    if (!isMerged && made.value === undefined && made.style === 0) return;
    this.#count(1);
    const { value, style, runs } = made;
    this.#put(area.top, { column: area.left, value, style, ...(runs ? { runs } : {}) });
    if (made.target !== undefined) this.#link(area, made.target);
    if (isMerged) this.#merge(area, style);
    else this.#noteLength(area.left - 1, value);
  }

  /** A cell counts what lies over it as one picture that is not written. */
  #draw(inner: string, { top, left }: CellRange): void {
    const { drawings } = this.#filling;
    if (!drawings || !holdsDrawing(inner)) return;
    const { taken, missed } = drawings.take(inner);
    this.#filling.pictures += missed - 1;
    for (const drawing of taken) this.#drawings.push({ row: top - 1, column: left - 1, drawing });
  }

  #noteLength(column: number, value: Cell['value']): void {
    const length = typeof value === 'string' ? longestLine(value) : 10;
    this.#lengths[column] = Math.max(this.#lengths[column] ?? 0, length);
  }

  #link(range: CellRange, target: string): void {
    if (this.#links.length < limits.export.links) this.#links.push({ range, target });
  }

  /** What a merge covers has the look of its first cell, so that the lines go all around. */
  #merge(area: CellRange, style: number): void {
    this.#merges.push(area);
    const size = (area.bottom - area.top + 1) * (area.right - area.left + 1);
    if (style === 0 || size > limits.export.mergedCells) return;
    this.#count(size - 1);
    for (let row = area.top; row <= area.bottom; row++) {
      for (let column = area.left; column <= area.right; column++) {
        if (row > area.top || column > area.left) this.#put(row, { column, style, value: undefined });
      }
    }
  }

  #put(number: number, cell: Cell): void {
    const row = this.#row(number - 1);
    row.isSorted &&= (row.cells.at(-1)?.column ?? 0) < cell.column;
    row.cells.push(cell);
  }

  #count(cells: number): void {
    this.#filling.cellsLeft -= cells;
    if (this.#filling.cellsLeft < 0) throw new TooLarge('cells');
  }

  #row(number: number): RowDraft {
    while (this.#rows.length <= number) this.#rows.push(emptyRow());
    return this.#rows[number] ?? emptyRow();
  }
}

/** Where HTML lets two cells lie upon each other, the later one ends before the earlier: no spreadsheet takes both. */
function freeTo(held: readonly Held[], { from, to, row }: { from: number; to: number; row: number }): number {
  for (let column = from + 1; column <= to; column++) if ((held[column]?.until ?? -1) >= row) return column - 1;
  return to;
}

/** Characters of a column and points of a row that say nothing. */
const usualColumn = 8.43;
const usualRow = 15;
const pointsPerPx = 0.75;
const tallest = 409;

/** The row's own height in points. */
function heightOf(attributes: string): number | undefined {
  const px = /(?:^|[ ;"])height(?::\s*|=")(\d+(?:\.\d+)?)(?:px|")/.exec(attributes)?.[1];
  return px === undefined ? undefined : Math.min(tallest, Number(px) * pointsPerPx);
}

function longestLine(text: string): number {
  return text.includes('\n') ? Math.max(...text.split('\n').map((line) => line.length)) : text.length;
}
