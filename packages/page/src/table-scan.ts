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

const CELL_OR_ROW_END = /<(?:(t[dh])((?: [^>]*)?)|\/tr)>/g;
const ROW_OR_SECTION_END = /<(?:tr((?: [^>]*)?)|\/t(?:head|body|foot))>/g;
const SECTION = /<(thead|tbody|tfoot)((?: [^>]*)?)>/g;
const TABLE_TAG = /<(\/?)table(?=[ >])/g;

/** Cuts a canonical page at its outermost tables; a table that holds tables is left whole (`table` undefined). */
export function scanPage(html: string): PagePart[] {
  const parts: PagePart[] = [];
  let from = 0;
  for (let start = html.indexOf('<table'); start >= 0; start = html.indexOf('<table', from)) {
    const { end, nested } = tableEnd(html, start);
    if (start > from) parts.push({ kind: 'text', html: html.slice(from, start) });
    const table = html.slice(start, end);
    parts.push({ kind: 'table', html: table, table: nested ? undefined : scanTable(table) });
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

function scanTable(html: string): WireTable {
  const open = html.indexOf('>') + 1;
  const close = html.lastIndexOf('</table>');
  const sections: WireSection[] = [];
  let cellCount = 0;
  let rowCount = 0;
  let head = '';
  let from = open;
  SECTION.lastIndex = open;
  for (let tag = SECTION.exec(html); tag; tag = SECTION.exec(html)) {
    const before = html.slice(from, tag.index);
    const kind = tag[1] === 'thead' || tag[1] === 'tfoot' ? tag[1] : 'tbody';
    const { rows, after, end } = scanRows(html, SECTION.lastIndex);
    if (sections.length === 0) head = before;
    sections.push({ before: sections.length === 0 ? '' : before, kind, attributes: tag[2] ?? '', rows, after });
    rowCount += rows.length;
    for (const row of rows) cellCount += row.cells.length;
    from = end;
    SECTION.lastIndex = end;
  }
  const after = html.slice(from, close);
  const attributes = html.slice('<table'.length, open - 1);
  return sections.length === 0
    ? { attributes, head: after, sections, after: '', cellCount, rowCount }
    : { attributes, head, sections, after, cellCount, rowCount };
}

/** The rows from an offset to the end of their section (or of the text, for rows that stand alone). */
export function scanRows(html: string, start: number): { rows: WireRow[]; after: string; end: number } {
  const rows: WireRow[] = [];
  let from = start;
  ROW_OR_SECTION_END.lastIndex = start;
  for (let tag = ROW_OR_SECTION_END.exec(html); tag; tag = ROW_OR_SECTION_END.exec(html)) {
    if (tag[1] === undefined) return { rows, after: html.slice(from, tag.index), end: ROW_OR_SECTION_END.lastIndex };
    const { cells, after, end } = scanCells(html, ROW_OR_SECTION_END.lastIndex);
    rows.push({ before: html.slice(from, tag.index), attributes: tag[1], cells, after });
    from = end;
    ROW_OR_SECTION_END.lastIndex = end;
  }
  return { rows, after: html.slice(from), end: html.length };
}

function scanCells(html: string, start: number): { cells: WireCell[]; after: string; end: number } {
  const cells: WireCell[] = [];
  let from = start;
  CELL_OR_ROW_END.lastIndex = start;
  for (let tag = CELL_OR_ROW_END.exec(html); tag; tag = CELL_OR_ROW_END.exec(html)) {
    if (tag[1] === undefined) return { cells, after: html.slice(from, tag.index), end: CELL_OR_ROW_END.lastIndex };
    const name = tag[1] === 'th' ? 'th' : 'td';
    const open = CELL_OR_ROW_END.lastIndex;
    const close = html.indexOf(name === 'th' ? '</th>' : '</td>', open);
    const end = close < 0 ? html.length : close;
    const attributes = tag[2] ?? '';
    const spans = attributes.includes('span="');
    cells.push({
      before: html.slice(from, tag.index),
      tag: name,
      attributes,
      inner: html.slice(open, end),
      columns: spans ? Math.max(1, spanOf(attributes, 'colspan', 1)) : 1,
      rows: spans ? spanOf(attributes, 'rowspan', 1) : 1,
    });
    from = Math.min(end + 5, html.length);
    CELL_OR_ROW_END.lastIndex = from;
  }
  return { cells, after: html.slice(from), end: html.length };
}

function spanOf(attributes: string, name: string, otherwise: number): number {
  const value = Number.parseInt(attribute(attributes, name) ?? '', 10);
  return Number.isFinite(value) && value >= 0 ? Math.min(value, 65_534) : otherwise;
}

/** The raw value of an attribute within the text of an open tag, or undefined. */
export function attribute(attributes: string, name: string): string | undefined {
  const at = attributes.indexOf(` ${name}="`);
  if (at < 0) return undefined;
  const start = at + name.length + 3;
  return attributes.slice(start, attributes.indexOf('"', start));
}
