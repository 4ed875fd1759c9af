import { CellLooks } from './cell-looks.ts';
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
export const FIRST_MORE = 8;

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
    zoom: zoomOf(table),
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

/** The share of its size at which a sheet is shown. */
export function zoomOf({ attributes }: { readonly attributes: string }): number {
  return Number(attribute(attributes, 'data-zoom') ?? 100) / 100 || 1;
}

/**
 * The number of columns that the rows of a table fill. Looked at no longer than a table of any sense needs: of one whose
 * cells span many rows, and meet them in each, as much as was seen.
 */
export function widest(table: WireTable): number {
  const room = { left: MOST_LOOKS };
  let most = 1;
  for (const section of table.sections) {
    let held: Held[] = [];
    for (const [number, row] of section.rows.entries()) {
      if (row.cells.length === 0) continue;
      const filled = fillColumns(row.cells, held, { number, rows: section.rows.length });
      most = Math.max(most, filled.columns);
      held = filled.held;
      room.left -= held.length + row.cells.length;
      if (room.left < 0) return most;
    }
  }
  return most;
}

/** Columns that a cell of a row above fills, and the first row that it fills no more. */
interface Held {
  readonly from: number;
  readonly to: number;
  readonly until: number;
}

/** Spans are met at most so often in one table. */
const MOST_LOOKS = 2_000_000;

/** Lays a row's cells into the columns that no row span from above holds. */
function fillColumns(
  cells: WireRow['cells'],
  held: readonly Held[],
  { number, rows }: { readonly number: number; readonly rows: number },
): { readonly columns: number; readonly held: Held[] } {
  const next: Held[] = [];
  let at = 0;
  let column = 0;
  const pass = (isPassed: (one: Held) => boolean) => {
    for (let one = held[at]; one && isPassed(one); one = held[++at]) {
      if (one.until <= number) continue;
      if (one.from <= column) column = Math.max(column, one.to);
      join(next, one);
    }
  };
  for (const cell of cells) {
    pass((one) => one.from <= column);
    const to = column + cell.columns;
    if (cell.rows !== 1) join(next, { from: column, to, until: number + (cell.rows || rows) });
    column = to;
  }
  const columns = column;
  pass(() => true);
  return { columns, held: next };
}

/** Neighbours that end together are one. */
function join(list: Held[], one: Held): void {
  const last = list.at(-1);
  if (last && last.to === one.from && last.until === one.until) list[list.length - 1] = { ...last, to: one.to };
  else list.push(one);
}

/** `rows,cols` of data-freeze; -1 rows when the publisher says nothing: then the table's own thead is held. */
export function freezeOf(table: { readonly attributes: string }): [rows: number, columns: number] {
  const match = /^(\d{1,5})\s*,\s*(\d{1,5})$/.exec(attribute(table.attributes, 'data-freeze') ?? '');
  if (!match) return [-1, 0];
  return [Number(match[1]), Math.min(Number(match[2]), MAX_FROZEN_COLUMNS)];
}

/** A sheet has no more. */
const MOST_COLUMNS = 16_384;

const COL = /<col((?: [^>]*)?)>/g;

/** The widths of all columns in px, or none when any is missing. */
function columnWidths(head: string, columns: number): number[] {
  const widths: number[] = [];
  for (const [, attributes = ''] of head.matchAll(COL)) {
    const width = /(?:^|[ ;"])width(?::\s*|=")(\d+(?:\.\d+)?)(?:px|")/.exec(attributes)?.[1];
    if (width === undefined) return [];
    const span = Math.min(Number(attribute(attributes, 'span') ?? 1) || 1, MOST_COLUMNS);
    for (let n = Math.min(span, MOST_COLUMNS - widths.length); n > 0; n--) widths.push(Number(width));
    if (widths.length === MOST_COLUMNS) break;
  }
  return widths.length >= columns ? widths : [];
}

/** What a table's rows need to know of their table. */
export interface GridShape {
  readonly columns: number;
  /** Column widths in px; empty when the page names none. */
  readonly widths: readonly number[];
  readonly frozenColumns: number;
  /** A native table: nothing is placed by hand, no roles are needed. */
  readonly native: boolean;
  /** Pixels of a row that names no height of its own. */
  readonly rowHeight: number;
  /** The share of its size at which it is shown, where that is not all of it. */
  readonly zoom?: number;
  readonly isRightToLeft: boolean;
  /** How the texts of its cells lie. */
  readonly looks: CellLooks;
}
