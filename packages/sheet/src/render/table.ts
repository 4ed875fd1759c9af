import { limits } from '@sheetwire/contract/limits';
import { cellAddress } from '../address.ts';
import { hostingCss, type PlacedDrawings } from '../drawings/place.ts';
import type { PageEntries } from '../entries/page-entries.ts';
import type { Cell, CellStyle, Sheet, SheetTable } from '../model.ts';
import { cellPictureHtml } from '../pictures/cell-picture-html.ts';
import type { PagePictures } from '../pictures/page-pictures.ts';
import type { PlacedSparkline } from '../sparklines/sparkline.ts';
import { blankContent, type CellContent, cellContent } from './cell-content.ts';
import { cellCss, coloredInk, edgesKey, familyOf } from './cell-css.ts';
import { CellEdges } from './cell-edges.ts';
import { heightOf, withSparkline } from './cell-sparkline.ts';
import { escapeAttribute } from './escape.ts';
import type { FollowLink } from './links.ts';
import { type Looks, tableAt } from './looks.ts';
import { type MergeArea, type MergeGrid, spansOf } from './merges.ts';
import { runOver } from './overhang.ts';
import { PageText } from './page-text.ts';
import type { RenderBudget } from './render-budget.ts';
import type { StyleList } from './style-list.ts';
import { tablesOfRows } from './table-rows.ts';
import type { VisibleGrid, VisibleRow } from './visible.ts';

/** All that one table is written from. */
export interface TableJob {
  readonly sheet: Sheet;
  readonly grid: VisibleGrid;
  readonly merges: MergeGrid;
  readonly looks: Looks;
  readonly plain: CellStyle;
  readonly styles: StyleList;
  readonly links: { readonly targets: ReadonlyMap<string, string>; readonly follow: FollowLink };
  readonly has1904Dates: boolean;
  /** Cells of hidden rows whose merge reaches into the visible part. */
  readonly hiddenContent: ReadonlyMap<string, Cell>;
  readonly budget: RenderBudget;
  /** By `row,column`. */
  readonly sparklines: ReadonlyMap<string, PlacedSparkline>;
  readonly pictures: PagePictures;
  readonly entries: PageEntries | undefined;
  /** What lies over the cells. */
  readonly drawings: PlacedDrawings;
}

/** One sheet area as a plain table with cell names, widths, spans and styles (interfaces, page HTML). */
export function writeSheetTable(job: TableJob, page: PageText): void {
  new TableWriter(job).write(page);
}

const kindNumbers = { number: 0, text: 1, center: 2, blank: 3 } as const;
const settingKinds = 4;
const settingFlags = 64;

interface Place {
  readonly row: number;
  readonly column: number;
}

class TableWriter {
  readonly #job: TableJob;
  readonly #width: number;
  /** Look and cell of every place, by row × columns + column. */
  readonly #lookAt: Int32Array;
  readonly #cellAt: (Cell | undefined)[];
  /** By look and setting; a number where the setting says little. */
  readonly #attributes = new Map<string | number, string>();
  readonly #edges: CellEdges;
  /** What the widest number of a column needs, by place, where the column has not enough. */
  readonly #needed = new Map<number, number>();
  /** Columns of the row at hand where a cell shows nothing and yet ends the text beside it. */
  readonly #walls = new Set<number>();
  #isPaper = false;

  constructor(job: TableJob) {
    this.#job = job;
    this.#width = job.grid.columns.length;
    this.#lookAt = new Int32Array(job.grid.rows.length * this.#width);
    this.#cellAt = new Array(job.grid.rows.length * this.#width);
    this.#edges = new CellEdges({
      looks: job.looks,
      lookAt: this.#lookAt,
      width: this.#width,
      height: job.grid.rows.length,
    });
    const tables = tablesOfRows(job.sheet.tables);
    for (const [n, row] of job.grid.rows.entries()) this.#layRow(row, n * this.#width, tables(row.number));
  }

  #layRow(row: VisibleRow, start: number, tables: readonly SheetTable[]): void {
    const { grid, looks } = this.#job;
    const cells = row.row?.cells ?? [];
    let next = 0;
    for (const [n, column] of grid.columns.entries()) {
      while ((cells[next]?.column ?? Number.POSITIVE_INFINITY) < column.number) next++;
      const found = cells[next];
      const cell = found?.column === column.number ? found : undefined;
      const style = cell?.style ?? (row.style > 0 ? row.style : column.style);
      const table = tables.length > 0 ? tableAt(tables, row.number, column.number) : undefined;
      this.#lookAt[start + n] = table ? looks.inTable(style, table, row.number, column.number) : style;
      this.#cellAt[start + n] = cell;
    }
  }

  write(page: PageText): void {
    const { grid, budget } = this.#job;
    const rows = new PageText();
    this.#section(rows, 'thead', [0, grid.freeze.rows]);
    this.#section(rows, 'tbody', [grid.freeze.rows, grid.rows.length]);
    page.write(this.#opening(), budget.text);
    page.append(rows);
    page.write('</table>', budget.text);
  }

  /** The open tag and the columns: their widths and the paper are known once the rows are written. */
  #opening(): string {
    const { grid, sheet, plain } = this.#job;
    const columns = grid.columns
      .map((column, n) => `<col style="width:${Math.max(column.width, this.#needed.get(n) ?? 0)}px">`)
      .join('');
    const font = `font-family:${familyOf(plain.font.name)};font-size:${plain.font.size}pt`;
    const attributes = [
      sheet.isRightToLeft ? ' dir="rtl"' : '',
      sheet.hasGridlines ? '' : ' border="0"',
      plain.font.name === '' ? '' : ` style="${escapeAttribute(font)}" data-row-height="${grid.rowHeight}"`,
      grid.freeze.rows + grid.freeze.columns > 0 ? ` data-freeze="${grid.freeze.rows},${grid.freeze.columns}"` : '',
      this.#isPaper || this.#job.drawings.isClear ? ' data-paper=""' : '',
    ].join('');
    return `<table${attributes}><colgroup>${columns}</colgroup>`;
  }

  #noteNeed(column: number, needed: number | undefined): void {
    if (needed !== undefined && needed > (this.#needed.get(column) ?? 0)) this.#needed.set(column, needed);
  }

  #section(out: PageText, name: 'thead' | 'tbody', [from, to]: readonly [number, number]): void {
    if (from >= to) return;
    const { text } = this.#job.budget;
    out.write(`<${name}>`, text);
    for (let row = from; row < to; row++) {
      const html = this.#row(row);
      out.write(html, text, html.length);
    }
    out.write(`</${name}>`, text);
  }

  /** One row as one text, counted as it is written. */
  #row(row: number): string {
    const { grid, merges, budget } = this.#job;
    const height = grid.rows[row]?.height;
    this.#walls.clear();
    const parts: string[] = [];
    const add = (html: string) => {
      budget.text.spend(html.length);
      parts.push(html);
    };
    add(height === undefined ? '<tr>' : `<tr style="height:${height}px">`);
    for (let column = 0; column < this.#width; column++) {
      const number = merges.covered[row * this.#width + column] ?? 0;
      const area = number > 0 ? merges.areas[number - 1] : undefined;
      if (!area) add(this.#cell({ row, column }, undefined));
      else if (area.top === row && area.left === column) add(this.#cell({ row, column }, area));
    }
    add('</tr>');
    return parts.join('');
  }

  #cell(place: Place, area: MergeArea | undefined): string {
    const { grid } = this.#job;
    const at = place.row * this.#width + place.column;
    const cell = area ? this.#contentOf(area) : this.#cellAt[at];
    const number = this.#lookAt[at] ?? 0;
    const look = this.#job.looks.get(number);
    const text = cell?.value === undefined ? this.#blank(cell, place, area) : this.#content(cell, look, place, area);
    const address = cellAddress(grid.rows[place.row]?.number ?? 1, grid.columns[place.column]?.number ?? 1);
    const content = this.#entered(address, cell, look) ?? this.#drawn(text, look, place, area);
    this.#notePaper(look, content);
    this.#noteNeed(place.column, content.needed);
    const spans = area ? spansOf(area) : '';
    const [tag, scope] = content.html === '' ? ['td', ''] : this.#role(place);
    const { ink } = content.setting;
    const flags = `${content.isNumber ? ' data-num=""' : ''}${ink ? ` data-ink="${ink}"` : ''}`;
    const styled = this.#style(number, place, area, content);
    const html = content.html === '' && this.#walls.has(place.column) ? '<wbr>' : content.html;
    const drawn = this.#job.pictures.placed(this.#job.drawings.held.get(at) ?? '');
    return `<${tag}${spans}${scope} data-cell="${address}"${flags}${styled}>${drawn}${html}</${tag}>`;
  }

  /** What viewers may enter stands in place of what the cell shows. */
  #entered(address: string, cell: Cell | undefined, look: CellStyle): CellContent | undefined {
    const { entries, sheet } = this.#job;
    const html = entries?.controlOf(sheet, { address, cell, look });
    return html === undefined ? undefined : { ...blankContent, html };
  }

  /** A cell without a value may show a picture. */
  #blank(cell: Cell | undefined, place: Place, area: MergeArea | undefined): CellContent {
    if (!cell?.picture) return blankContent;
    const height = heightOf({ grid: this.#job.grid, place, area });
    return { ...blankContent, html: this.#job.pictures.placed(cellPictureHtml(cell.picture, height)) };
  }

  /** The content with the sparkline of its cell behind it. */
  #drawn(content: CellContent, look: CellStyle, place: Place, area: MergeArea | undefined): CellContent {
    const { sparklines, grid, sheet } = this.#job;
    if (sparklines.size === 0) return content;
    const { row, column } = area?.content ?? {
      row: grid.rows[place.row]?.number ?? 0,
      column: grid.columns[place.column]?.number ?? 0,
    };
    const sparkline = area && !area.content ? undefined : sparklines.get(`${row},${column}`);
    if (!sparkline) return content;
    if (!look.fill) this.#isPaper = true;
    return withSparkline(content, sparkline, { grid, place, area, look, isRightToLeft: sheet.isRightToLeft });
  }

  #noteRun({ row, column }: Place, px: number, { align }: CellStyle): void {
    const at = row * this.#width;
    const places = {
      count: this.#width,
      valueAt: (n: number) => this.#cellAt[at + n]?.value,
      widthAt: (n: number) => this.#job.grid.columns[n]?.width ?? 0,
      isFilled: (n: number) => this.#job.looks.get(this.#lookAt[at + n] ?? 0).fill !== undefined,
    };
    const { walls, isOnBoth } = runOver(places, { place: column, px, align: align.horizontal });
    for (const wall of walls) this.#walls.add(wall);
    if (isOnBoth) this.#isPaper = true;
  }

  /** Frozen rows and the first frozen column are the table's headers. */
  #role({ row, column }: Place): [tag: string, scope: string] {
    const { freeze } = this.#job.grid;
    if (row < freeze.rows) return ['th', ' scope="col"'];
    return column === 0 && freeze.columns > 0 ? ['th', ' scope="row"'] : ['td', ''];
  }

  #contentOf(area: MergeArea): Cell | undefined {
    const { content } = area;
    if (!content) return undefined;
    const { grid, hiddenContent } = this.#job;
    const isTopLeft = grid.rows[area.top]?.number === content.row && grid.columns[area.left]?.number === content.column;
    if (isTopLeft) return this.#cellAt[area.top * this.#width + area.left];
    return hiddenContent.get(`${content.row},${content.column}`);
  }

  #content(cell: Cell, look: CellStyle, place: Place, area: MergeArea | undefined): CellContent {
    const { sheet, grid, has1904Dates } = this.#job;
    let width = 0;
    for (let n = place.column; n <= (area?.right ?? place.column); n++) width += grid.columns[n]?.width ?? 0;
    const room = {
      width,
      isMerged: area !== undefined,
      has1904Dates,
      hidesZeros: sheet.hidesZeros === true,
      href: this.#href(cell, place),
      isRightToLeft: sheet.isRightToLeft,
    };
    const content = cellContent(cell, look, room, this.#job.budget);
    if (!area && content.overhang > 0) this.#noteRun(place, content.overhang, look);
    return content;
  }

  #href(cell: Cell, { row, column }: Place): string | undefined {
    const { links, grid } = this.#job;
    if (links.targets.size === 0 && cell.link === undefined) return undefined;
    const target = links.targets.get(`${grid.rows[row]?.number},${grid.columns[column]?.number}`) ?? cell.link;
    return target === undefined ? undefined : links.follow(target);
  }

  #notePaper(look: CellStyle, content: CellContent): void {
    if (this.#isPaper || look.fill || content.setting.kind === 'blank') return;
    const isColored = !content.setting.isLink && content.setting.ink === undefined && coloredInk(look) !== undefined;
    if (isColored || content.hasColoredRuns) this.#isPaper = true;
  }

  #style(number: number, place: Place, area: MergeArea | undefined, content: CellContent): string {
    const { setting } = content;
    const { sheet, grid, plain, looks, styles, drawings } = this.#job;
    const isHead = place.row < grid.freeze.rows && plain.font.name !== '';
    const isHost = drawings.held.has(place.row * this.#width + place.column);
    const flags =
      Number(setting.keepsSpaces) |
      (Number(setting.isTight) << 1) |
      (Number(setting.isClipped) << 2) |
      (Number(setting.isLink) << 3) |
      (Number(isHead) << 4) |
      (Number(isHost) << 5);
    const { row, column } = place;
    const edges = this.#edges.around(area ?? { top: row, left: column, bottom: row, right: column });
    const isPlain = !edges && setting.endRoom === 0 && setting.ink === undefined;
    const key = isPlain
      ? (number * settingKinds + kindNumbers[setting.kind]) * settingFlags + flags
      : `${number} ${setting.kind} ${flags} ${setting.endRoom} ${setting.ink ?? ''}${edges ? edgesKey(edges) : ''}`;
    const known = this.#attributes.get(key);
    if (known !== undefined) return known;
    const around = { plain: plain.font, edges: edges ?? {}, isHead, isRightToLeft: sheet.isRightToLeft };
    const css = cellCss(looks.get(number), around, setting);
    const attribute = styles.attribute(isHost ? hostingCss(css) : css);
    if (this.#attributes.size >= limits.workbook.looksKept) this.#attributes.clear();
    this.#attributes.set(key, attribute);
    return attribute;
  }
}
