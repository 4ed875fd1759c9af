import { limits } from '@sheetwire/contract/limits';
import type { Font } from '../cell-style.ts';
import type { CellRange, Sheet } from '../model.ts';
import { escapeAttribute } from '../render/escape.ts';
import type { FollowLink } from '../render/links.ts';
import type { MergeGrid } from '../render/merges.ts';
import { digitWidth } from '../render/text-width.ts';
import { placeFrom, usualRowPx, type VisibleGrid, visibleColumns, visibleRows } from '../render/visible.ts';
import { type Box, boxOf } from './anchor.ts';
import type { ChartCells } from './chart/cell-values.ts';
import { chartHtml } from './chart/draw/chart.ts';
import type { Drawing } from './drawing.ts';

/** The page that drawings are put on. */
export interface DrawingPage {
  readonly grid: VisibleGrid;
  readonly merges: MergeGrid;
  /** Pixels of a digit of the plain font. */
  readonly digit: number;
  /** It shows all that the sheet holds, not a range of it. */
  readonly isWhole: boolean;
  /** Where charts find their values, and the font of their letters. */
  readonly charts: { readonly cells: ChartCells; readonly family: string };
  /** Charts as they were drawn, by their drawing: those that are here are not drawn again. */
  readonly drawn?: Map<Drawing, string>;
  readonly follow: FollowLink;
}

/** What a page adds to its first column, so that its texts keep the page's margin. */
const firstColumnMore = 8;

/** What of a sheet is shown with its drawings: the cells that hold something, and those that lie beneath a drawing. */
export function drawnRange(sheet: Sheet, cells: CellRange | undefined, font: Font): CellRange | undefined {
  const measures = { sheet, digit: digitWidth(font), rowHeight: usualRowPx(sheet, font) };
  let range = cells;
  for (const { anchor } of sheet.drawings ?? []) {
    const box = boxOf(anchor, measures);
    if (!box) continue;
    const beneath = { top: box.row, left: box.column, bottom: box.lastRow, right: box.lastColumn };
    range = range ? joined(range, beneath) : beneath;
  }
  return range;
}

/** Rows, then columns, as long as that adds few blank cells; a drawing that lies beyond them has no cells beneath it. */
function joined(range: CellRange, beneath: CellRange): CellRange {
  const { cellsBeyond } = limits.drawings;
  const rows = { ...range, top: Math.min(range.top, beneath.top), bottom: Math.max(range.bottom, beneath.bottom) };
  const tall = sizeOf(rows) - sizeOf(range) <= cellsBeyond ? rows : range;
  const wide = { ...tall, left: Math.min(tall.left, beneath.left), right: Math.max(tall.right, beneath.right) };
  return sizeOf(wide) - sizeOf(tall) <= cellsBeyond ? wide : tall;
}

function sizeOf({ top, left, bottom, right }: CellRange): number {
  return (bottom - top + 1) * (right - left + 1);
}

/** The drawings of a page. */
export interface PlacedDrawings {
  /** As mark-up, by the place (row × columns + column) of the cell that holds each. */
  readonly held: ReadonlyMap<number, string>;
  /** One of them has dark letters and no ground of its own. */
  readonly isClear: boolean;
  /** Links of drawings that lead nowhere. */
  readonly lostLinks: number;
}

/** Puts the drawings of a sheet on a page. */
export function placedDrawings(sheet: Sheet, page: DrawingPage): PlacedDrawings {
  const held = new Map<number, string>();
  const { grid } = page;
  let isClear = false;
  let lostLinks = 0;
  if (grid.rows.length === 0 || grid.columns.length === 0) return { held, isClear, lostLinks };
  for (const drawing of sheet.drawings ?? []) {
    const box = boxOf(drawing.anchor, { sheet, digit: page.digit, rowHeight: grid.rowHeight });
    if (!box || !isOn(page, box)) continue;
    const place = hostOf(page, box);
    const at = place.row * grid.columns.length + place.column;
    const placing = { sheet, page, box, place };
    const { html, isLost } = contentOf(drawing, placing);
    held.set(at, (held.get(at) ?? '') + drawingHtml(drawing.id, html, placing));
    if (isLost) lostLinks++;
    if (drawing.content.kind === 'chart' && drawing.content.look.fill === 'none') isClear = true;
  }
  return { held, isClear, lostLinks };
}

function isOn({ grid, isWhole }: DrawingPage, { row, column }: Box): boolean {
  const { top, left, bottom, right } = grid.range;
  return isWhole || (row >= top && row <= bottom && column >= left && column <= right);
}

/** A place of the visible grid. */
interface HostCell {
  readonly row: number;
  readonly column: number;
}

/**
 * The cell that holds a drawing: its first one, or a blank one beneath it, so that what changes in a cell and what
 * changes in a drawing are told apart.
 */
function hostOf({ grid, merges }: DrawingPage, box: Box): HostCell {
  const { rows, columns } = grid;
  const first = {
    row: Math.min(rows.length - 1, placeFrom(rows, box.row)),
    column: Math.min(columns.length - 1, placeFrom(columns, box.column)),
  };
  const free = placesBeneath(grid, box, first).filter(
    (place) => merges.covered[place.row * columns.length + place.column] === 0,
  );
  return free.find((place) => isBlank(grid, place)) ?? free[0] ?? originOf(merges, first, columns.length);
}

/** The first places beneath a drawing that scroll with it. */
function placesBeneath({ rows, columns, freeze }: VisibleGrid, box: Box, first: HostCell): HostCell[] {
  const bottom = first.row < freeze.rows ? freeze.rows : placeFrom(rows, box.lastRow + 1);
  const right = first.column < freeze.columns ? freeze.columns : placeFrom(columns, box.lastColumn + 1);
  const places: HostCell[] = [];
  for (let row = first.row; row < Math.min(bottom, first.row + lookedAt); row++) {
    for (let column = first.column; column < Math.min(right, first.column + lookedAt); column++) {
      places.push({ row, column });
    }
  }
  return places.length > 0 ? places : [first];
}

/** Rows and columns that are searched for a blank cell. */
const lookedAt = 12;

function isBlank({ rows, columns }: VisibleGrid, place: HostCell): boolean {
  const number = columns[place.column]?.number;
  const cell = rows[place.row]?.row?.cells.find(({ column }) => column === number);
  return cell?.value === undefined || cell.value === '';
}

/** The cell that is written for a place within a merged area. */
function originOf(merges: MergeGrid, place: HostCell, width: number): HostCell {
  const area = merges.areas[(merges.covered[place.row * width + place.column] ?? 0) - 1];
  return area ? { row: area.top, column: area.left } : place;
}

interface Placing {
  readonly sheet: Sheet;
  readonly page: DrawingPage;
  readonly box: Box;
  readonly place: HostCell;
}

function drawingHtml(id: string, content: string, placing: Placing): string {
  const { sheet, page, box, place } = placing;
  const { rows } = page.grid;
  const left = box.x + acrossPx(placing) + (place.column === 0 ? firstColumnMore : 0);
  const top = box.y + downPx(placing);
  const covered = Math.max(1, placeFrom(rows, box.lastRow + 1) - place.row);
  const side = sheet.isRightToLeft ? 'right' : 'left';
  const css = `${side}:${left}px;top:${top}px;width:${box.width}px;height:${box.height}px`;
  return `<div data-drawing="${escapeAttribute(id)}" data-rows="${covered}" style="${css}">${content}</div>`;
}

/** A drawing's mark-up, and whether its link leads nowhere. */
function contentOf(drawing: Drawing, { page, box }: Placing): { readonly html: string; readonly isLost: boolean } {
  const { content } = drawing;
  if (content.kind === 'markup') {
    const href = content.link === undefined ? undefined : page.follow(content.link);
    if (href === undefined) return { html: content.html, isLost: content.link !== undefined };
    return { html: `<a href="${escapeAttribute(href)}">${content.html}</a>`, isLost: false };
  }
  const html = page.drawn?.get(drawing) ?? chartHtml(content, { width: box.width, height: box.height, ...page.charts });
  page.drawn?.set(drawing, html);
  return { html, isLost: false };
}

/** Pixels from the start of the cell that holds a drawing to that of the drawing's first column. */
function acrossPx({ sheet, page, box, place }: Placing): number {
  const { columns } = page.grid;
  const host = columns[place.column]?.number ?? 1;
  const [from, to] = host <= box.column ? [host, box.column] : [box.column, host];
  const passed = to > from ? visibleColumns(sheet, { top: 1, bottom: 1, left: from, right: to - 1 }, page.digit) : [];
  const px = passed.reduce((sum, { width }) => sum + width, 0);
  return host <= box.column ? px : -px;
}

function downPx({ sheet, page, box, place }: Placing): number {
  const { rows, rowHeight } = page.grid;
  const host = rows[place.row]?.number ?? 1;
  const [from, to] = host <= box.row ? [host, box.row] : [box.row, host];
  const passed = to > from ? visibleRows(sheet, { top: from, bottom: to - 1, left: 1, right: 1 }, rowHeight) : [];
  const px = passed.reduce((sum, { height }) => sum + (height ?? rowHeight), 0);
  return host <= box.row ? px : -px;
}

/** The look of a cell that holds a drawing, which is placed from there. */
export function hostingCss(css: string): string {
  return css === '' ? 'position:relative' : `${css};position:relative`;
}
