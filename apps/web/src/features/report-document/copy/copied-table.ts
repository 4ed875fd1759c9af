import { escapeText, quoteAttribute, wireStyle } from '@sheetwire/page/tag-writer';
import type { Area } from './table-areas.ts';

/** Up to this many cells the copied table carries its look along. */
const STYLED_CELLS = 4000;

/** What goes to the clipboard. */
export interface Copied {
  readonly text: string;
  readonly html: string;
}

/** Cells of one table in rows, for the clipboard; the first and last rows keep theirs in place. */
export interface CopiedCells {
  readonly table: HTMLTableElement;
  readonly areas: readonly Area[];
  readonly first: number;
  readonly last: number;
  readonly columns: number;
}

interface Bounds {
  readonly first: number;
  readonly last: number;
  readonly from: number;
  readonly to: number;
}

/** The cells as tab-separated text and as one table with their looks. */
export function copiedTable(cells: CopiedCells, styles: readonly string[]): Copied {
  const { areas, first, last, table } = cells;
  const from = areas.reduce((least, { column }) => Math.min(least, column), Number.MAX_SAFE_INTEGER);
  const to = areas.reduce((most, { column, columns }) => Math.max(most, column + columns), 0);
  const bounds = { first, last, from, to };
  const look = areas.length <= STYLED_CELLS ? styles : [];
  return { text: asText(cells, bounds), html: `<table${fontOf(table)}>${asHtml(areas, bounds, look)}</table>` };
}

function fontOf({ style }: HTMLTableElement): string {
  const { fontFamily, fontSize } = style;
  const css = [fontFamily && `font-family:${fontFamily}`, fontSize && `font-size:${fontSize}`].filter(Boolean);
  return css.length === 0 ? '' : ` style="${quoteAttribute(css.join(';'))}"`;
}

function asText({ areas, columns }: CopiedCells, { first, last, from, to }: Bounds): string {
  const lines = Array.from({ length: last - first + 1 }, () => Array.from({ length: columns }, () => ''));
  for (const { row, column, cell } of areas) {
    const line = lines[Math.max(0, row - first)];
    if (line) line[column] = quoteField(textOf(cell));
  }
  return lines.map((line) => line.slice(from, to).join('\t')).join('\n');
}

/** As spreadsheets read it: a field with a tab or a line break stands in quotes. */
function quoteField(text: string): string {
  return /[\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
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
  const rows = Array.from({ length: bounds.last - bounds.first + 1 }, (): Area[] => []);
  for (const area of areas) rows[Math.max(0, area.row - bounds.first)]?.push(area);
  const held = new Array<number>(bounds.to).fill(0);
  return rows.map((row, n) => `<tr>${rowHtml(row, { n, held, styles, bounds })}</tr>`).join('');
}

interface RowHtml {
  readonly n: number;
  readonly held: number[];
  readonly styles: readonly string[];
  readonly bounds: Bounds;
}

function rowHtml(areas: readonly Area[], { n, held, styles, bounds }: RowHtml): string {
  let html = '';
  let column = bounds.from;
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
  fill(bounds.to);
  return html;
}

function cellHtml({ cell, columns }: Area, rows: number, styles: readonly string[]): string {
  const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`;
  const text = textOf(cell);
  const isText = !cell.hasAttribute('data-num') && CONVERTED.test(text);
  const css = [lookOf(cell, styles), isText ? "mso-number-format:'\\@'" : ''].filter(Boolean).join(';');
  const style = css === '' ? '' : ` style="${quoteAttribute(css)}"`;
  const name = cell.localName;
  return `<${name}${spans}${style}${isText ? ` ${textMarks(text)}` : ''}>${linked(cell, escapeText(text))}</${name}>`;
}

/** Texts that a spreadsheet would turn into numbers, dates or formulas. */
const CONVERTED = /^\s*[=+\-@(.'$€£¥]?\s*[\d=+\-@]|^(?:true|false)$/i;

/** What tells LibreOffice and Google Sheets that a text is one, as mso-number-format tells Excel. */
function textMarks(text: string): string {
  return `sdnum="0;0;@" data-sheets-value="${quoteAttribute(JSON.stringify({ 1: 2, 2: text }))}"`;
}

/** Its numbered look with what the publisher wrote in the cell itself. */
function lookOf(cell: Element, styles: readonly string[]): string {
  if (styles.length === 0) return '';
  const numbered = styles[Number(cell.getAttribute('data-s') ?? -1)] ?? '';
  const own = cell.getAttribute('style');
  return [numbered, (own === null ? undefined : wireStyle(own)) ?? ''].filter(Boolean).join(';');
}

function linked(cell: Element, html: string): string {
  const link = cell.querySelector<HTMLAnchorElement>('a[href]');
  if (!link || !/^https?:$/.test(link.protocol) || link.getAttribute('href')?.startsWith('#')) return html;
  return `<a href="${quoteAttribute(link.href)}">${html}</a>`;
}
