import { cellCountOf, cellsInRow, contentIn, gapIn, numberAt, rowCountOf } from './model/cut-texts.ts';
import { attribute } from './model/open-tag.ts';
import { cutPage, type PageCut, PER_CELL, PER_ROW } from './model/page-cut.ts';

export { attribute };

/** One td or th of a canonical page; `before` is the (blank) text between it and the tag before. */
export interface WireCell {
  readonly before: string;
  readonly tag: 'td' | 'th';
  readonly attributes: string;
  readonly inner: string;
  readonly columns: number;
  /** As written; 0 means to the end of the section. */
  readonly rows: number;
}
export interface WireRow {
  readonly before: string;
  readonly attributes: string;
  readonly cells: WireCell[];
  readonly after: string;
}
export interface WireSection {
  readonly before: string;
  readonly kind: 'thead' | 'tbody' | 'tfoot';
  readonly attributes: string;
  readonly rows: WireRow[];
  readonly after: string;
}
export interface WireTable {
  readonly attributes: string;
  /** caption and colgroups, as they stand. */
  readonly head: string;
  readonly sections: WireSection[];
  readonly after: string;
  readonly cellCount: number;
  readonly rowCount: number;
}
/** A page is text (anything that is no table) and tables, in turn. */
export type PagePart =
  | { readonly kind: 'text'; readonly html: string }
  | { readonly kind: 'table'; readonly html: string; readonly table: WireTable | undefined };

const TABLE_TAG = /<(\/?)table(?=[ >])/g;

/** Cuts a canonical page at its outermost tables; a table that holds tables is left whole (`table` undefined). */
export function scanPage(html: string): PagePart[] {
  const parts: PagePart[] = [];
  let from = 0;
  for (let start = html.indexOf('<table'); start >= 0; start = html.indexOf('<table', from)) {
    const { end, nested } = tableEnd(html, start);
    if (start > from) parts.push({ kind: 'text', html: html.slice(from, start) });
    const table = html.slice(start, end);
    parts.push({ kind: 'table', html: table, table: nested ? undefined : readTable(table) });
    from = end;
  }
  if (from < html.length) parts.push({ kind: 'text', html: html.slice(from) });
  return parts;
}

function tableEnd(html: string, start: number): { end: number; nested: boolean } {
  TABLE_TAG.lastIndex = start;
  let depth = 0;
  let nested = false;
  for (let tag = TABLE_TAG.exec(html); tag; tag = TABLE_TAG.exec(html)) {
    depth += tag[1] ? -1 : 1;
    if (depth > 1) nested = true;
    if (depth === 0) return { end: tag.index + '</table>'.length, nested };
  }
  return { end: html.length, nested: true };
}

/** What stands between rows: section tags, and the text around them. */
const SECTION_TAG = /<(\/?)(thead|tbody|tfoot)((?: [^<>]*)?)>/g;

/** A table while it is read: its sections so far, and the text that belongs to none yet. */
interface Reading {
  readonly sections: { -readonly [Key in keyof WireSection]: WireSection[Key] }[];
  text: string;
}

/** Undefined for rows and cells that do not lie in one another as they should. */
function readTable(html: string): WireTable | undefined {
  const open = html.indexOf('>') + 1;
  const cut = cutPage(html);
  if (!cut.hasCells) return undefined;
  const reading: Reading = { sections: [], text: '' };
  const count = rowCountOf(cut);
  for (let n = 0; n < count; n++) {
    readGap(reading, n === 0 ? gapIn(cut, n).slice(open) : gapIn(cut, n));
    const section = reading.sections.at(-1);
    if (!section) return undefined;
    section.rows.push(rowOf(cut, n, reading.text));
    reading.text = '';
  }
  const end = gapIn(cut, count).slice(count === 0 ? open : 0);
  readGap(reading, end.slice(0, end.lastIndexOf('</table>')));
  const attributes = html.slice('<table'.length, open - 1);
  const { sections, text: after } = reading;
  const counts = { cellCount: cellCountOf(cut), rowCount: count };
  const [first] = sections;
  if (!first) return { attributes, head: after, sections, after: '', ...counts };
  const head = first.before;
  first.before = '';
  return { attributes, head, sections, after, ...counts };
}

/** Opens and closes the sections whose tags stand in the text between two rows. */
function readGap(reading: Reading, gap: string): void {
  let from = 0;
  for (const tag of gap.matchAll(SECTION_TAG)) {
    const before = reading.text + gap.slice(from, tag.index);
    reading.text = '';
    from = tag.index + tag[0].length;
    const last = reading.sections.at(-1);
    if (tag[1] === '/') {
      if (last) last.after = before;
    } else {
      const kind = tag[2] === 'thead' || tag[2] === 'tfoot' ? tag[2] : 'tbody';
      reading.sections.push({ before, kind, attributes: tag[3] ?? '', rows: [], after: '' });
    }
  }
  reading.text += gap.slice(from);
}

/** The rows of a text that is rows alone, as far as one section goes. */
export function scanRows(html: string): { rows: WireRow[]; after: string } {
  const cut = cutPage(html);
  const rows: WireRow[] = [];
  for (let n = 0; ; n++) {
    const gap = gapIn(cut, n);
    const end = gap === '' ? -1 : gap.search(/<\/t(?:head|body|foot)>/);
    if (end >= 0 || n === rowCountOf(cut)) return { rows, after: end < 0 ? gap : gap.slice(0, end) };
    rows.push(rowOf(cut, n, gap));
  }
}

function rowOf(cut: PageCut, n: number, before: string): WireRow {
  const start = numberAt(cut.rows, PER_ROW * n);
  const open = cut.html.indexOf('>', start) + 1;
  const first = numberAt(cut.firstCells, n);
  const cells: WireCell[] = [];
  let from = open;
  for (let cell = first; cell < first + cellsInRow(cut, n); cell++) {
    cells.push(cellOf(cut, cell, from));
    from = numberAt(cut.cells, PER_CELL * cell + 2) + CELL_CLOSE;
  }
  const end = numberAt(cut.rows, PER_ROW * n + 1) - ROW_CLOSE;
  return { before, attributes: cut.html.slice(start + OPEN_ROW, open - 1), cells, after: cut.html.slice(from, end) };
}

const H = 0x68;
/** Of a cell too. */
const OPEN_ROW = '<tr'.length;
const ROW_CLOSE = '</tr>'.length;
const CELL_CLOSE = '</td>'.length;

function cellOf(cut: PageCut, cell: number, from: number): WireCell {
  const { html } = cut;
  const open = numberAt(cut.cells, PER_CELL * cell);
  const inner = numberAt(cut.cells, PER_CELL * cell + 1);
  const attributes = html.slice(open + OPEN_ROW, inner - 1);
  const spans = attributes.includes('span="');
  return {
    before: html.slice(from, open),
    tag: html.charCodeAt(open + 2) === H ? 'th' : 'td',
    attributes,
    inner: contentIn(cut, cell),
    columns: spans ? Math.max(1, spanOf(attributes, 'colspan', 1)) : 1,
    rows: spans ? spanOf(attributes, 'rowspan', 1) : 1,
  };
}

function spanOf(attributes: string, name: string, otherwise: number): number {
  const value = Number.parseInt(attribute(attributes, name) ?? '', 10);
  return Number.isFinite(value) && value >= 0 ? Math.min(value, 65_534) : otherwise;
}
