import { drawnShape, type GridShape, isSheet, widest } from './grid-shape.ts';
import { writeRow } from './row-writer.ts';
import { scanPage, scanRows } from './table-scan.ts';
import { type Counter, writeTable } from './table-writer.ts';

/** The most cells of a page that is read as a text. */
const TEXT_CELLS = 2000;

export interface RowGridOptions {
  /** The accessible name of the page's tables. */
  readonly label: string;
}

/** A wire page; its styles say how texts lie. */
export interface GridPage {
  readonly html: string;
  readonly styles?: readonly string[];
}

/** The rendering of a page. */
export interface RowGrid {
  readonly html: string;
  readonly blocks: number;
  readonly cellCount: number;
  readonly rowCount: number;
  /** Most columns of any table. */
  readonly columns: number;
  /** Coloured ink without ground: the page lies on paper in both schemes (`data-paper`). */
  readonly isPaper: boolean;
  /** Text and small tables without cells of a sheet: it wraps, and keeps a margin (`data-text`). */
  readonly isText: boolean;
  /** A row grid lacks column widths: the browser measures them once (`table[data-unmeasured]`). */
  readonly isUnmeasured: boolean;
}

/** The row-grid form of a wire page (docs/decisions, report document): pure text to text, the same on server and in browser. */
export function toRowGrid(page: GridPage, options: RowGridOptions): RowGrid {
  const count: Counter = { cells: 0, rows: 0, blocks: 0 };
  const out: string[] = [];
  let columns = 0;
  let isUnmeasured = false;
  for (const part of scanPage(page.html)) {
    if (part.kind === 'text') out.push(part.html);
    else if (!part.table) out.push(part.html);
    else if (isSheet(part.table)) {
      const shape = drawnShape(part.table, page.styles ?? []);
      columns = Math.max(columns, shape.columns);
      isUnmeasured ||= shape.widths.length === 0 && !shape.native;
      writeTable(part.table, { shape, label: options.label, count, out });
    } else {
      out.push(`<table data-n="${count.cells}"`, part.html.slice('<table'.length));
      count.cells += part.table.cellCount;
      count.rows += part.table.rowCount;
      columns = Math.max(columns, widest(part.table));
    }
  }
  const isPaper = page.html.includes(' data-paper="');
  return {
    html: out.join(''),
    blocks: count.blocks,
    cellCount: count.cells,
    rowCount: count.rows,
    columns,
    isPaper,
    isText: !page.html.includes('data-cell="') && count.cells <= TEXT_CELLS,
    isUnmeasured,
  };
}

/** What rows that come into a block need to know (see rowsToGrid). */
export interface RowsContext extends GridShape {
  readonly isHeader: boolean;
  /** aria-rowindex of the first of them. */
  readonly firstRow: number;
}

/** Rendered rows for a block without row spans; undefined when the rows hold row spans or more columns than the table. */
export function rowsToGrid(html: string, context: RowsContext): string | undefined {
  const { rows, after } = scanRows(html);
  if (rows.some((row) => row.cells.some((cell) => cell.rows !== 1))) return undefined;
  const widest = Math.max(0, ...rows.map((row) => row.cells.reduce((sum, cell) => sum + cell.columns, 0)));
  if (!context.native && widest > context.columns) return undefined;
  const { firstRow, isHeader, ...shape } = context;
  return rows.map((row, n) => writeRow(row, shape, { ariaIndex: firstRow + n, isHeader })).join('') + after;
}
