import { CellLooks } from './cell-looks.ts';
import type { GridShape } from './row-writer.ts';
import { attribute, type WireRow, type WireTable } from './table-scan.ts';

/** Above this many cells a table is a row grid even without cell names, and the document offers the whole-table switch. */
export const LARGE_TABLE = 2000;
/** Frozen columns beyond this many are not held: they would fill any screen. */
export const MAX_FROZEN_COLUMNS = 20;

/** Whether a table becomes a row grid: it names its cells, or is too large to draw natively. */
export function isSheet(table: WireTable): boolean {
  if (table.cellCount > LARGE_TABLE) return true;
  return table.sections.some((section) => section.rows.some(namesCells));
}

function namesCells(row: WireRow): boolean {
  return row.cells.some((cell) => cell.attributes.includes(' data-cell="'));
}

/** The height of a row in px where its table says nothing. */
export const USUAL_ROW = 24;
/** What the first column is wider by than the publisher's, so that its texts keep the page's margin. */
const FIRST_MORE = 8;

/** Columns, widths and freeze of a table. */
export function shapeOf(table: WireTable, styles: readonly string[] = []): GridShape {
  const { attributes } = table;
  const columns = widest(table);
  const widths = columnWidths(table.head, columns);
  const [, frozenColumns] = freezeOf(table);
  const native = widths.length === 0 && table.cellCount <= LARGE_TABLE;
  return {
    columns: Math.max(columns, widths.length),
    widths,
    frozenColumns,
    native,
    rowHeight: rowHeightOf(table),
    isRightToLeft: attribute(attributes, 'dir') === 'rtl',
    looks: new CellLooks(styles, attributes),
  };
}

/** A shape as it is drawn: with the page's margin in the first column. */
export function drawnShape(table: WireTable, styles: readonly string[]): GridShape {
  const shape = shapeOf(table, styles);
  return { ...shape, widths: shape.widths.map((width, n) => (n === 0 ? width + FIRST_MORE : width)) };
}

/** The height of the rows that name none: the publisher's, else the report's own. */
export function rowHeightOf({ attributes }: { readonly attributes: string }): number {
  const height = Number(attribute(attributes, 'data-row-height'));
  return height > 0 ? height : USUAL_ROW;
}

/** The number of columns that the rows of a table fill. */
export function widest(table: WireTable): number {
  let most = 1;
  for (const section of table.sections) {
    const held: number[] = [];
    for (const row of section.rows) {
      most = Math.max(most, fillColumns(row, held, section.rows.length));
      for (let n = 0; n < held.length; n++) held[n] = Math.max(0, (held[n] ?? 0) - 1);
      // Columns that no span holds any more cost the rows below nothing.
      while (held.length > 0 && (held.at(-1) ?? 0) === 0) held.pop();
    }
  }
  return most;
}

/** Lays a row's cells into the columns that no row span from above holds; answers the columns filled. */
function fillColumns(row: WireRow, held: number[], rowCount: number): number {
  let column = 0;
  for (const cell of row.cells) {
    while ((held[column] ?? 0) > 0) column++;
    for (let n = 0; n < cell.columns && cell.rows !== 1; n++) held[column + n] = cell.rows || rowCount;
    column += cell.columns;
  }
  return column;
}

/** `rows,cols` of data-freeze; -1 rows when the publisher says nothing: then the table's own thead is held. */
export function freezeOf(table: { readonly attributes: string }): [rows: number, columns: number] {
  const match = /^(\d{1,5})\s*,\s*(\d{1,5})$/.exec(attribute(table.attributes, 'data-freeze') ?? '');
  if (!match) return [-1, 0];
  return [Number(match[1]), Math.min(Number(match[2]), MAX_FROZEN_COLUMNS)];
}

const COL = /<col((?: [^>]*)?)>/g;

/** The widths of all columns in px, or none when any is missing. */
function columnWidths(head: string, columns: number): number[] {
  const widths: number[] = [];
  for (const [, attributes = ''] of head.matchAll(COL)) {
    const width = /(?:^|[ ;"])width(?::\s*|=")(\d+(?:\.\d+)?)(?:px|")/.exec(attributes)?.[1];
    if (width === undefined) return [];
    const span = Math.min(Number(attribute(attributes, 'span') ?? 1) || 1, 16_384);
    for (let n = 0; n < span; n++) widths.push(Number(width));
  }
  return widths.length >= columns ? widths : [];
}
