import { attribute, type PagePart, scanPage, type WireCell, type WireRow, type WireTable } from '../table-scan.ts';
import { cellText } from './cell-text.ts';
import { MOST_COLUMNS, RowSpans } from './row-spans.ts';

/** A cell where it stands in its table; `value` is its text, or a hash that stands for the text. */
export interface SheetCell {
  readonly column: number;
  readonly value: string | number;
  readonly isNumber: boolean;
}

/** A table as a comparison sees it: rows of placed cells, in the order of the document. */
export interface Sheet {
  readonly rows: readonly (readonly SheetCell[])[];
  /** For each row the first cells of rows above that span it. */
  readonly spanning: readonly (readonly SheetCell[])[];
  /** No more than MOST_COLUMNS. */
  readonly columns: number;
  /** The row that names the columns; -1 when none does. */
  readonly headRow: number;
}

/** A part of a page: a table, or anything else as one text. A table within tables is text too. */
export type SheetPart =
  | { readonly kind: 'table'; readonly sheet: Sheet; readonly table: WireTable }
  | { readonly kind: 'text'; readonly value: string | number; readonly html: string };

/** Cuts a canonical page into its tables and what lies between them. */
export function readSheets(html: string): SheetPart[] {
  const parts: SheetPart[] = [];
  for (const part of scanPage(html)) {
    const table = part.kind === 'table' ? part.table : undefined;
    if (table) parts.push({ kind: 'table', sheet: readTable(table), table });
    else parts.push(textPart(part));
  }
  return parts;
}

/** Nothing is there to read: an empty text, or the hash of one. */
export function isBlank(value: string | number | undefined): boolean {
  return value === undefined || value === '' || value === 0;
}

/** The rows of a table over all its sections. */
export function rowsOf(table: WireTable): WireRow[] {
  return table.sections.flatMap(({ rows }) => rows);
}

function textPart(part: PagePart): SheetPart {
  return { kind: 'text', value: cellText(part.html), html: part.html };
}

function readTable(table: WireTable): Sheet {
  const lines = table.sections.flatMap((section) => placed(section.rows));
  const rows = lines.map(({ cells }) => cells);
  const spanning = lines.map((line) => line.spanning);
  const columns = lines.reduce((most, line) => Math.max(most, line.end), 1);
  return { rows, spanning, columns: Math.min(columns, MOST_COLUMNS), headRow: headRowOf(table, rows) };
}

interface PlacedRow {
  readonly cells: SheetCell[];
  readonly spanning: readonly SheetCell[];
  /** The column after the last cell. */
  readonly end: number;
}

/** Row spans hold their columns in the rows below, as far as their section goes. */
function placed(rows: readonly WireRow[]): PlacedRow[] {
  const spans = new RowSpans<SheetCell>();
  return rows.map((row, n) => {
    const spanning = spans.beside(n);
    let end = 0;
    const cells = row.cells.map((wire) => {
      const column = spans.free(end, n);
      const cell = { column, value: cellText(wire.inner), isNumber: isNumber(wire) };
      end = column + wire.columns;
      if (wire.rows !== 1) spans.hold(cell, end, wire.rows === 0 ? rows.length : n + wire.rows);
      return cell;
    });
    return { cells, spanning, end };
  });
}

function isNumber({ attributes }: WireCell): boolean {
  return attributes.includes(' data-num="');
}

/** The fullest of the rows that stand above the figures: frozen ones, a head, or a first row without numbers. */
function headRowOf(table: WireTable, rows: readonly (readonly SheetCell[])[]): number {
  const count = Math.min(rows.length, headCount(table, rows));
  let best = -1;
  let most = 0;
  for (let n = 0; n < count; n++) {
    const filled = (rows[n] ?? []).filter(({ value }) => !isBlank(value)).length;
    if (filled >= most && filled > 0) {
      best = n;
      most = filled;
    }
  }
  return best;
}

function headCount(table: WireTable, rows: readonly (readonly SheetCell[])[]): number {
  const frozen = Number.parseInt(attribute(table.attributes, 'data-freeze') ?? '', 10);
  if (frozen > 0) return frozen;
  const heads = table.sections
    .filter(({ kind }) => kind === 'thead')
    .reduce((sum, section) => sum + section.rows.length, 0);
  if (heads > 0) return heads;
  const [first, second] = rows;
  const isNamed = rowsOf(table)[0]?.cells.every(({ tag }) => tag === 'th') ?? false;
  const hasWords = first?.every(({ value, isNumber: is }) => !is && !isBlank(value)) ?? false;
  return isNamed || (hasWords && second?.some((cell) => cell.isNumber)) ? 1 : 0;
}
