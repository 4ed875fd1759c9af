import { escapeText, quoteAttribute, wireStyle } from '@sheetwire/page/tag-writer';
import { textOf } from '../texts/text-of.ts';
import type { numberReader } from './read-numbers.ts';
import type { Area } from './table-areas.ts';
import { isToldAsText } from './told-as-text.ts';

/** Up to this many cells the copied table carries its look along. */
const STYLED_CELLS = 4000;

/** What goes to the clipboard. */
export interface Copied {
  readonly text: string;
  readonly html: string;
}

/** How cells are told to a spreadsheet. */
export interface Telling {
  /** What `data-s` names. */
  readonly styles: readonly string[];
  /** Undefined until it is loaded: then a spreadsheet reads the texts itself. */
  readonly numberReader: typeof numberReader | undefined;
  /** Where the portal says whether what is copied was published (time 6). */
  readonly verifyAt: string | undefined;
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
export function copiedTable(cells: CopiedCells, { styles, numberReader: makeReader, verifyAt }: Telling): Copied {
  const { areas, first, last, table } = cells;
  const from = areas.reduce((least, { column }) => Math.min(least, column), Number.MAX_SAFE_INTEGER);
  const to = areas.reduce((most, { column, columns }) => Math.max(most, column + columns), 0);
  const bounds = { first, last, from, to };
  const isStyled = areas.length <= STYLED_CELLS;
  const read = isStyled ? makeReader?.(numericTexts(table)) : undefined;
  const look = { styles: isStyled ? styles : [], read };
  return {
    text: asText(cells, bounds),
    html: `<table${fontOf(table)}${verifyMark(verifyAt)}>${asHtml(areas, bounds, look)}</table>`,
  };
}

/** An attribute, so that it is in no cell of a sheet that it is pasted into. */
function verifyMark(verifyAt: string | undefined): string {
  return verifyAt === undefined ? '' : ` data-verify="${quoteAttribute(verifyAt)}"`;
}

function* numericTexts(table: HTMLTableElement): Generator<string> {
  for (const cell of table.querySelectorAll('[data-num]')) yield cell.textContent ?? '';
}

/** The looks that cells name, and the reader of their numbers. */
interface Look {
  readonly styles: readonly string[];
  readonly read: ReturnType<typeof numberReader> | undefined;
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

function asHtml(areas: readonly Area[], bounds: Bounds, look: Look): string {
  const rows = Array.from({ length: bounds.last - bounds.first + 1 }, (): Area[] => []);
  for (const area of areas) rows[Math.max(0, area.row - bounds.first)]?.push(area);
  const held = new Array<number>(bounds.to).fill(0);
  return rows.map((row, n) => `<tr>${rowHtml(row, { n, held, look, bounds })}</tr>`).join('');
}

interface RowHtml {
  readonly n: number;
  readonly held: number[];
  readonly look: Look;
  readonly bounds: Bounds;
}

function rowHtml(areas: readonly Area[], { n, held, look, bounds }: RowHtml): string {
  let html = '';
  let column = bounds.from;
  const fill = (end: number) => {
    for (; column < end; column++) if ((held[column] ?? 0) <= n) html += '<td></td>';
  };
  for (const area of areas) {
    fill(area.column);
    const start = Math.max(area.row, bounds.first);
    const tall = Math.min(area.row + area.rows - 1, bounds.last) - start + 1;
    html += cellHtml(area, tall, look);
    for (let c = area.column; c < area.column + area.columns; c++) held[c] = n + tall;
    column = area.column + area.columns;
  }
  fill(bounds.to);
  return html;
}

function cellHtml({ cell, columns }: Area, rows: number, { styles, read }: Look): string {
  const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`;
  const text = textOf(cell);
  const isText = isToldAsText(text, cell.hasAttribute('data-num'));
  const css = [lookOf(cell, styles), isText ? "mso-number-format:'\\@'" : ''].filter(Boolean).join(';');
  const style = css === '' ? '' : ` style="${quoteAttribute(css)}"`;
  const name = cell.localName;
  return `<${name}${spans}${style}${isText ? ' sdnum="0;0;@"' : numberMarks(cell, text, read)}>${linked(cell, escapeText(text))}</${name}>`;
}

/** What tells LibreOffice the number behind a text; a text is told by sdnum there, by mso-number-format to Excel. */
function numberMarks(cell: Element, text: string, read: Look['read']): string {
  const shown = cell.hasAttribute('data-num') ? read?.(text) : undefined;
  return shown ? ` sdval="${shown.value}" sdnum="1033;0;${quoteAttribute(shown.format)}"` : '';
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
