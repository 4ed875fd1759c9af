import { cellAddress } from '../address.ts';
import type { CellStyle } from '../cell-style.ts';
import type { Cell } from '../model.ts';
import { fixedInk } from '../named-inks.ts';
import { cellPictureHtml } from '../pictures/cell-picture-html.ts';
import { blankContent, type CellContent, cellContent } from './cell-content.ts';
import { coloredInk } from './cell-css.ts';
import { heightOf, withSparkline } from './cell-sparkline.ts';
import type { WrittenLink } from './links.ts';
import { type MergeArea, spansOf } from './merges.ts';
import { runOver } from './overhang.ts';
import { PageText } from './page-text.ts';
import { CellRooms } from './table/cell-rooms.ts';
import { CellStyles } from './table/cell-styles.ts';
import { cellEnd, cellHead, cellTail } from './table/cell-tag.ts';
import { LaidCells } from './table/laid-cells.ts';
import { PlainCells, type PlainHost } from './table/plain-cells.ts';
import { plainCell, roleOf } from './table/roles.ts';
import { rowOpening, sectionsOf, tableOpening } from './table/table-frame.ts';
import type { TableJob } from './table/table-job.ts';
import {
  emptyDraft,
  ROW_END,
  type RowDraft,
  rowText,
  type WrittenCells,
  type WrittenRow,
} from './table/written-row.ts';

interface CellAt {
  readonly row: number;
  readonly column: number;
}

/** One sheet area as a plain table with cell names, widths, spans and styles (interfaces, page HTML). */
export class TableWriter {
  readonly #job: TableJob;
  readonly #width: number;
  readonly #laid: LaidCells;
  readonly #lookAt: Int32Array;
  readonly #cellAt: readonly (Cell | undefined)[];
  readonly #styles: CellStyles;
  readonly #rooms: CellRooms;
  /** Columns of the row at hand where a cell shows nothing and yet ends the text beside it. */
  readonly #walls = new Set<number>();
  #draft: RowDraft = emptyDraft('');

  constructor(job: TableJob) {
    this.#job = job;
    this.#width = job.grid.columns.length;
    this.#laid = new LaidCells(job);
    this.#lookAt = this.#laid.lookAt;
    this.#cellAt = this.#laid.cellAt;
    this.#styles = new CellStyles(job, this.#lookAt);
    this.#rooms = new CellRooms(job);
  }

  /** Writes the table; each row is told as it was written. */
  write(page: PageText, onRow?: (row: RowDraft) => void): void {
    const { grid, budget, links } = this.#job;
    const rows = new PageText();
    const needed = new Map<number, number>();
    const plain = onRow ? undefined : this.#plainCells(rows);
    let isPaper = false;
    for (const [name, from, to] of sectionsOf(grid)) {
      rows.write(`<${name}>`, budget.text);
      for (let row = from; row < to; row++) {
        const written = plain ? this.#writeRow(row, rows, plain) : this.#tellRow(row, rows, onRow);
        for (const [column, px] of written.needed ?? []) needed.set(column, Math.max(px, needed.get(column) ?? 0));
        isPaper ||= (written.papers?.size ?? 0) > 0;
        links.lost += written.lostLinks;
      }
      rows.write(`</${name}>`, budget.text);
    }
    page.write(tableOpening(this.#job, { needed, isPaper }), budget.text);
    page.append(rows);
    page.write('</table>', budget.text);
  }

  #tellRow(row: number, rows: PageText, onRow: ((row: RowDraft) => void) | undefined): WrittenRow {
    const written = this.row(row);
    const html = rowText(written);
    rows.write(html, this.#job.budget.text, html.length);
    onRow?.(written);
    return written;
  }

  #plainCells(rows: PageText): PlainCells {
    const host: PlainHost = {
      lookAt: this.#lookAt,
      walls: this.#walls,
      styles: this.#styles,
      noteRun: (row, column, px, look) => this.#noteRun({ row, column }, px, this.#job.looks.get(look)),
      noteNeed: (column, px) => this.#noteNeed(column, px),
      notePaper: (column) => this.#notePaperAt(column),
    };
    return new PlainCells(this.#job, host, rows);
  }

  /** Writes a row that nobody is told of, cell after cell. */
  #writeRow(row: number, rows: PageText, plain: PlainCells): WrittenRow {
    const { grid, merges, budget } = this.#job;
    this.#walls.clear();
    const draft = emptyDraft(rowOpening(grid.rows[row]));
    this.#draft = draft;
    rows.write(draft.open, budget.text);
    plain.begin(row);
    const start = row * this.#width;
    for (let column = 0; column < this.#width; column++) {
      const at = start + column;
      const number = merges.covered[at] ?? 0;
      if (number === 0) {
        if (plain.write(column, this.#cellAt[at], this.#lookAt[at] ?? 0)) continue;
        rows.write(this.#cell({ row, column }, undefined), budget.text);
        continue;
      }
      const area = merges.areas[number - 1];
      if (area?.top === row && area.left === column) rows.write(this.#cell({ row, column }, area), budget.text);
    }
    plain.spend();
    rows.write(ROW_END, budget.text);
    return draft;
  }

  /** One row, counted as it is written. */
  row(row: number): RowDraft {
    const { grid, merges, budget } = this.#job;
    this.#walls.clear();
    const draft = emptyDraft(rowOpening(grid.rows[row]));
    this.#draft = draft;
    budget.text.spend(draft.open.length + ROW_END.length);
    const add = (html: string) => {
      budget.text.spend(html.length);
      draft.cells.push(html);
    };
    for (let column = 0; column < this.#width; column++) {
      const number = merges.covered[row * this.#width + column] ?? 0;
      const area = number > 0 ? merges.areas[number - 1] : undefined;
      if (!area) add(this.#cell({ row, column }, undefined));
      else if (area.top === row && area.left === column) add(this.#cell({ row, column }, area));
    }
    return draft;
  }

  /** As `row`, of some places of a row that is as it was written but for them; undefined where these touch others. */
  cells(row: number, before: WrittenRow, wanted: Iterable<number>): WrittenCells | undefined {
    const { budget } = this.#job;
    if (before.hasRuns || before.hasControls || before.lostLinks > 0 || this.#hasMerges(row)) return undefined;
    this.#walls.clear();
    const draft = emptyDraft('');
    this.#draft = draft;
    const places = [...wanted].sort((a, b) => a - b);
    for (const column of places) {
      const html = this.#cell({ row, column }, undefined);
      budget.text.spend(html.length);
      draft.cells.push(html);
    }
    return draft.hasRuns ? undefined : { ...draft, places };
  }

  #hasMerges(row: number): boolean {
    const { areas, covered } = this.#job.merges;
    if (areas.length === 0) return false;
    const start = row * this.#width;
    return covered.subarray(start, start + this.#width).some((area) => area > 0);
  }

  /** Cells of a row of the grid are others now; answers whether lines round them are. */
  relay(row: number, columns: Iterable<number>): boolean {
    return this.#laid.relay(row, columns);
  }

  #cell(place: CellAt, area: MergeArea | undefined): string {
    const { grid } = this.#job;
    const at = place.row * this.#width + place.column;
    const cell = area ? this.#contentOf(area) : this.#cellAt[at];
    const number = this.#lookAt[at] ?? 0;
    const look = this.#job.looks.get(number);
    const text = cell?.value === undefined ? this.#blank(cell, place, area) : this.#content(cell, look, place, area);
    const address = cellAddress(grid.rows[place.row]?.number ?? 1, grid.columns[place.column]?.number ?? 1);
    const content = this.#entered(address, cell, look) ?? this.#drawn(text, look, place, area);
    this.#notePaper(place.column, look, content);
    if (content.needed !== undefined) this.#noteNeedOf(content.needed, place, area);
    const spans = area ? spansOf(area) : '';
    const role = content.html === '' ? plainCell : roleOf(place, grid.freeze);
    const styled = this.#styles.attribute(number, content.setting, { ...place, area });
    const tail = cellTail({ isNumber: content.isNumber, ink: content.setting.ink, styled });
    const html = content.html === '' && this.#walls.has(place.column) ? '<wbr>' : content.html;
    const held = this.#job.drawings.held.get(at);
    const drawn = held === undefined ? '' : this.#job.pictures.placed(held);
    return cellHead(role, spans) + address + tail + drawn + html + cellEnd(role);
  }

  /** What a merged number needs beyond its columns is the need of the last of them. */
  #noteNeedOf(px: number, { column }: CellAt, area: MergeArea | undefined): void {
    const last = area?.right ?? column;
    let before = 0;
    for (let n = column; n < last; n++) before += this.#job.grid.columns[n]?.width ?? 0;
    this.#noteNeed(last, px - before);
  }

  #noteNeed(column: number, px: number): void {
    this.#draft.needed ??= new Map();
    this.#draft.needed.set(column, Math.max(px, this.#draft.needed.get(column) ?? 0));
  }

  /** What viewers may enter stands in place of what the cell shows. */
  #entered(address: string, cell: Cell | undefined, look: CellStyle): CellContent | undefined {
    const { entries, sheet } = this.#job;
    const html = entries?.controlOf(sheet, { address, cell, look });
    if (html === undefined) return undefined;
    this.#draft.hasControls = true;
    return { ...blankContent, html };
  }

  /** A cell without a value may show a picture. */
  #blank(cell: Cell | undefined, place: CellAt, area: MergeArea | undefined): CellContent {
    if (!cell?.picture) return blankContent;
    const height = heightOf({ grid: this.#job.grid, place, area });
    return { ...blankContent, html: this.#job.pictures.placed(cellPictureHtml(cell.picture, height)) };
  }

  /** The content with the sparkline of its cell behind it. */
  #drawn(content: CellContent, look: CellStyle, place: CellAt, area: MergeArea | undefined): CellContent {
    const { sparklines, grid, sheet } = this.#job;
    if (sparklines.size === 0) return content;
    const { row, column } = area?.content ?? {
      row: grid.rows[place.row]?.number ?? 0,
      column: grid.columns[place.column]?.number ?? 0,
    };
    const sparkline = area && !area.content ? undefined : sparklines.get(`${row},${column}`);
    if (!sparkline) return content;
    if (!look.fill) this.#notePaperAt(place.column);
    return withSparkline(content, sparkline, { grid, place, area, look, isRightToLeft: sheet.isRightToLeft });
  }

  #noteRun({ row, column }: CellAt, px: number, { align }: CellStyle): void {
    const at = row * this.#width;
    const places = {
      count: this.#width,
      valueAt: (n: number) => this.#cellAt[at + n]?.value,
      widthAt: (n: number) => this.#job.grid.columns[n]?.width ?? 0,
      isFilled: (n: number) => this.#job.looks.get(this.#lookAt[at + n] ?? 0).fill !== undefined,
    };
    const { walls, isOnBoth } = runOver(places, { place: column, px, align: align.horizontal });
    for (const wall of walls) this.#walls.add(wall);
    if (isOnBoth) this.#notePaperAt(column);
  }

  #contentOf(area: MergeArea): Cell | undefined {
    const { content } = area;
    if (!content) return undefined;
    const { grid, hiddenContent } = this.#job;
    const isTopLeft = grid.rows[area.top]?.number === content.row && grid.columns[area.left]?.number === content.column;
    if (isTopLeft) return this.#cellAt[area.top * this.#width + area.left];
    return hiddenContent.get(`${content.row},${content.column}`);
  }

  #content(cell: Cell, look: CellStyle, place: CellAt, area: MergeArea | undefined): CellContent {
    const room = this.#rooms.roomOf(place.column, area, this.#linkOf(cell, place));
    const content = cellContent(cell, look, room, this.#job.budget);
    if (area || content.overhang <= 0) return content;
    this.#draft.hasRuns = true;
    this.#noteRun(place, content.overhang, look);
    return content;
  }

  #linkOf(cell: Cell, { row, column }: CellAt): WrittenLink | undefined {
    const { links, grid } = this.#job;
    if (links.targets.size === 0 && cell.link === undefined) return undefined;
    const link = links.targets.get(`${grid.rows[row]?.number},${grid.columns[column]?.number}`);
    const target = link?.target ?? cell.link;
    if (target === undefined) return undefined;
    const href = links.follow(target);
    if (href === undefined) this.#draft.lostLinks++;
    return href === undefined ? undefined : { href, tip: link?.tip };
  }

  #notePaperAt(column: number): void {
    this.#draft.papers ??= new Set();
    this.#draft.papers.add(column);
  }

  #notePaper(column: number, look: CellStyle, content: CellContent): void {
    if (look.fill || content.setting.kind === 'blank') return;
    const { ink, isLink } = content.setting;
    const color = ink === undefined ? coloredInk(look) : fixedInk(ink);
    if ((!isLink && color !== undefined) || content.hasColoredRuns) this.#notePaperAt(column);
  }
}
