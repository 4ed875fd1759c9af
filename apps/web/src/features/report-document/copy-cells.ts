import { escapeText, quoteAttribute } from '@sheetwire/page/tag-writer';
import { type Cell, OWN_CELLS } from './cell-index.ts';

/** Up to this many cells the copied table carries its look along. */
const STYLED_CELLS = 4000;

/** What goes to the clipboard. */
export interface Copied {
  readonly text: string;
  readonly html: string;
}

/**
 * The selected cells as tab-separated text and as one table. Both are made from the nodes, never from what is drawn:
 * engines leave out blocks that were not on screen. Undefined when the selection lies within one cell or in no table.
 */
export function copyCells(page: Element, selected: StaticRange, styles: readonly string[]): Copied | undefined {
  const range = document.createRange();
  range.setStart(selected.startContainer, selected.startOffset);
  range.setEnd(selected.endContainer, selected.endOffset);
  const tables = [...page.querySelectorAll('table')].filter((table) => range.intersectsNode(table));
  const parts = tables.map((table) => copyTable(table, range, styles)).filter((part) => part !== undefined);
  const [first] = parts;
  if (!first || (parts.length === 1 && first.cellCount < 2)) return undefined;
  return { text: parts.map(({ text }) => text).join('\n'), html: parts.map(({ html }) => html).join('') };
}

/** Puts what was copied on the clipboard; a selection that is no copy of ours is left to the browser. */
export function copyInto(event: ClipboardEvent, copied: Copied | undefined): void {
  if (!copied || !event.clipboardData) return;
  event.clipboardData.setData('text/plain', copied.text);
  event.clipboardData.setData('text/html', copied.html);
  event.preventDefault();
}

interface Area {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly cell: Cell;
}

function copyTable(table: Element, range: Range, styles: readonly string[]) {
  const rows = [...table.querySelectorAll('tr')];
  const first = rows.findIndex((row) => range.intersectsNode(row) && holdsSelected(row, range));
  const last = rows.findLastIndex((row) => range.intersectsNode(row) && holdsSelected(row, range));
  if (first < 0) return undefined;
  const { areas, columns } = layOut(rows);
  const chosen = areas.filter(({ row, rows: tall, cell }) => {
    if (row + tall <= first || row > last) return false;
    const isInner = row > first && row + tall - 1 < last;
    return isInner || isSelected(cell, range);
  });
  const bounds = { first, last, columns };
  const look = chosen.length <= STYLED_CELLS ? styles : [];
  return { cellCount: chosen.length, text: asText(chosen, bounds), html: asHtml(chosen, bounds, look) };
}

function holdsSelected(row: Element, range: Range): boolean {
  return [...row.querySelectorAll(OWN_CELLS)].some((cell) => isSelected(cell, range));
}

/** A range that only touches the edge of a cell does not take it. */
function isSelected(cell: Element, range: Range): boolean {
  if (!range.intersectsNode(cell)) return false;
  const own = document.createRange();
  own.selectNodeContents(cell);
  if (!cell.firstChild) return true;
  const endsBefore = range.compareBoundaryPoints(Range.END_TO_START, own) >= 0;
  const startsAfter = range.compareBoundaryPoints(Range.START_TO_END, own) <= 0;
  return !endsBefore && !startsAfter;
}

/** The place of every cell in its table, row spans counted. */
function layOut(rows: readonly Element[]): { areas: Area[]; columns: number } {
  const areas: Area[] = [];
  const held: number[] = [];
  let columns = 0;
  for (const [row, element] of rows.entries()) {
    let column = 0;
    for (const cell of element.querySelectorAll<Cell>(OWN_CELLS)) {
      while ((held[column] ?? 0) > row) column++;
      const tall = Math.min(cell.rowSpan || rows.length, rows.length - row);
      areas.push({ row, column, rows: tall, columns: cell.colSpan, cell });
      for (let n = 0; n < cell.colSpan; n++) held[column + n] = row + tall;
      column += cell.colSpan;
    }
    columns = Math.max(columns, column);
  }
  return { areas, columns };
}

interface Bounds {
  readonly first: number;
  readonly last: number;
  readonly columns: number;
}

/** Every row has all columns of the table: the first and last rows keep theirs in place. */
function asText(areas: readonly Area[], { first, last, columns }: Bounds): string {
  const lines = Array.from({ length: last - first + 1 }, () => Array.from({ length: columns }, () => ''));
  for (const { row, column, cell } of areas) {
    const line = lines[Math.max(0, row - first)];
    if (line) line[column] = quoteField(textOf(cell));
  }
  const from = firstColumn(areas);
  const to = lastColumn(areas);
  return lines.map((line) => line.slice(from, to).join('\t')).join('\n');
}

function firstColumn(areas: readonly Area[]): number {
  return areas.reduce((least, { column }) => Math.min(least, column), Number.MAX_SAFE_INTEGER);
}

function lastColumn(areas: readonly Area[]): number {
  return areas.reduce((most, { column, columns }) => Math.max(most, column + columns), 0);
}

/** As spreadsheets read it: a field with a tab or a line break stands in quotes. */
function quoteField(text: string): string {
  return /[\t\n"]/.test(text) && /[\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What a cell shows: its text, or the value of the control in it. */
export function textOf(cell: Element): string {
  const control = cell.querySelector('select, textarea, input');
  if (control instanceof HTMLSelectElement) return control.selectedOptions[0]?.text ?? '';
  if (control instanceof HTMLTextAreaElement) return control.value;
  if (control instanceof HTMLInputElement) {
    return control.type === 'checkbox' ? (control.checked ? 'TRUE' : 'FALSE') : control.value;
  }
  return (cell.textContent ?? '').trim();
}

function asHtml(areas: readonly Area[], bounds: Bounds, styles: readonly string[]): string {
  const from = firstColumn(areas);
  const to = lastColumn(areas);
  const rows = Array.from({ length: bounds.last - bounds.first + 1 }, (): Area[] => []);
  for (const area of areas) rows[Math.max(0, area.row - bounds.first)]?.push(area);
  const held = new Array<number>(to).fill(0);
  const lines = rows.map((row, n) => `<tr>${rowHtml(row, { n, from, to, held, styles, bounds })}</tr>`);
  return `<table>${lines.join('')}</table>`;
}

interface RowHtml {
  readonly n: number;
  readonly from: number;
  readonly to: number;
  readonly held: number[];
  readonly styles: readonly string[];
  readonly bounds: Bounds;
}

function rowHtml(areas: readonly Area[], { n, from, to, held, styles, bounds }: RowHtml): string {
  let html = '';
  let column = from;
  const fill = (end: number) => {
    for (; column < end; column++) if ((held[column] ?? 0) <= n) html += '<td></td>';
  };
  for (const area of areas) {
    fill(area.column);
    const start = Math.max(area.row, bounds.first);
    const tall = Math.min(area.row + area.rows - 1, bounds.last) - start + 1;
    html += cellHtml(area, tall, styles);
    for (let c = area.column; c < area.column + area.columns; c++) held[c] = n + tall;
    column = area.column + area.columns;
  }
  fill(to);
  return html;
}

function cellHtml({ cell, columns }: Area, rows: number, styles: readonly string[]): string {
  const look = styles[Number(cell.getAttribute('data-s') ?? -1)];
  const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`;
  const style = look ? ` style="${quoteAttribute(look)}"` : '';
  return `<${cell.localName}${spans}${style}>${escapeText(textOf(cell))}</${cell.localName}>`;
}
