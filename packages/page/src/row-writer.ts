import type { GridShape } from './grid-shape.ts';
import { type CellFit, fitsOf, isTooWide, laidCell } from './row-fit.ts';
import { attribute, type WireCell, type WireRow } from './table-scan.ts';
import { withAdditions } from './tag-writer.ts';

/** Where a row stands: `held` is what row spans from above still cover. */
export interface RowPlace {
  /** From 1, in the table. */
  readonly ariaIndex: number;
  readonly isHeader: boolean;
  /** Undefined in a block without row spans. */
  readonly merged?: {
    readonly rowInBlock: number;
    /** The first row after a cut: what the cut left of row spans starts again here. */
    readonly isFirst: boolean;
    /** Rows of the piece from here on, this one included: no span goes beyond them. */
    readonly rowsLeft: number;
    readonly held: HeldColumn[];
  };
}

/** A column that a cell with a row span covers for `left` more rows, this one included. */
export interface HeldColumn {
  left: number;
  readonly cell: WireCell;
  readonly column: number;
}

/** The height of a row in px: the publisher's, else that of its table; none where a collapsed group hides it. */
export function rowHeight(row: WireRow, usual: number): number {
  return row.attributes.includes(' hidden') ? 0 : (ownHeight(row.attributes) ?? usual);
}

function ownHeight(attributes: string): number | undefined {
  if (!attributes.includes('height')) return undefined;
  const height = /(?:^|[ ;"])height(?::\s*|=")(\d+(?:\.\d+)?)(?:px|")/.exec(attributes)?.[1];
  return height === undefined ? undefined : Number(height);
}

/** One row of a row grid. */
export function writeRow(row: WireRow, shape: GridShape, place: RowPlace): string {
  const cells = place.merged ? mergedCells(row, shape, place) : plainCells(row, shape, place.isHeader);
  if (shape.native) return `${row.before}<tr${row.attributes}>${cells}${row.after}</tr>`;
  const height = ownHeight(row.attributes);
  const open = withAdditions(row.attributes, {
    attributes: [
      ['role', 'row'],
      ['aria-rowindex', String(place.ariaIndex)],
    ],
    ...(height === undefined ? {} : { style: `--cell:${height}px` }),
  });
  return `${row.before}<tr${open}>${cells}${row.after}</tr>`;
}

function plainCells(row: WireRow, shape: GridShape, isHeader: boolean): string {
  let text = '';
  let column = 0;
  const fits = rowFits(row, shape);
  for (let n = 0; n < row.cells.length; n++) {
    const cell = row.cells[n];
    if (!cell) break;
    const fit = fits?.[n];
    if (cell.columns === 1 && column >= shape.frozenColumns && !fit && cell.tag === 'td' && !shape.native) {
      text += plainCell(cell);
    } else {
      text += writeCell(cell, { column, shape, isHeader, fit });
    }
    column += cell.columns;
  }
  return text;
}

function plainCell(cell: WireCell): string {
  const open = cell.attributes.includes(' role="')
    ? withAdditions(cell.attributes, { attributes: [['role', 'cell']] })
    : `${cell.attributes} role="cell"`;
  return `${cell.before}<td${open}>${cell.inner}</td>`;
}

interface CellPlace {
  readonly column: number;
  readonly shape: GridShape;
  readonly isHeader: boolean;
  readonly fit: CellFit | undefined;
  /** In a merged block: the row line and the rows it takes there. */
  readonly area?: { readonly line: number; readonly rows: number };
}

function writeCell(cell: WireCell, place: CellPlace): string {
  const { column, shape } = place;
  const frozen = column < shape.frozenColumns;
  const columns = frozen ? Math.min(cell.columns, shape.frozenColumns - column) : cell.columns;
  const style = shape.native ? undefined : placement(cell, columns, place);
  const open = withAdditions(cell.attributes, {
    attributes: cellAttributes(cell, place, frozen),
    ...(style ? { style } : {}),
  });
  const own = `${cell.before}<${cell.tag}${open}>${cell.inner}</${cell.tag}>`;
  return columns < cell.columns && !shape.native ? own + restOfCut(cell, cell.columns - columns, place) : own;
}

/** Where the grid puts a cell and its text is cut: nothing to say for one that takes the next column alone. */
function placement(cell: WireCell, columns: number, { area, column, fit }: CellPlace): string | undefined {
  const spanned = cell.columns > 1 ? `grid-column:span ${columns}` : undefined;
  const place = area ? `grid-area:${area.line}/${column + 1}/span ${area.rows}/span ${columns}` : spanned;
  return place === undefined || fit?.style === undefined ? (place ?? fit?.style) : `${place};${fit.style}`;
}

function cellAttributes(cell: WireCell, place: CellPlace, frozen: boolean): [string, string][] {
  const list: [string, string][] = [];
  const isEdge = frozen && place.column + cell.columns >= place.shape.frozenColumns;
  const classes = [frozen ? `f${place.column + 1}` : '', isEdge ? 'e' : '', place.fit?.words ?? '']
    .filter(Boolean)
    .join(' ');
  if (classes) list.push(['class', classes]);
  if (place.shape.native) return list;
  list.push(['role', roleOf(cell, place.isHeader)]);
  if (place.area) list.push(['aria-colindex', String(place.column + 1)]);
  if (cell.columns > 1) list.push(['aria-colspan', String(cell.columns)]);
  if (cell.rows > 1) list.push(['aria-rowspan', String(cell.rows)]);
  return list;
}

function roleOf(cell: WireCell, isHeader: boolean): string {
  if (cell.tag === 'td') return 'cell';
  const scope = attribute(cell.attributes, 'scope') ?? '';
  return scope.startsWith('col') || (isHeader && !scope) ? 'columnheader' : 'rowheader';
}

/** The part of a merged cell beyond the freeze line: the same ground, no content, unknown to readers and to print. */
function restOfCut(cell: WireCell, columns: number, place: CellPlace): string {
  const start = place.shape.frozenColumns + 1;
  const area = place.area
    ? `grid-area:${place.area.line}/${start}/span ${place.area.rows}/span ${columns}`
    : `grid-column:span ${columns}`;
  return `<td data-fill="c" role="presentation" aria-hidden="true"${groundOf(cell, area)}></td>`;
}

function groundOf(cell: WireCell, placed: string): string {
  const number = attribute(cell.attributes, 'data-s');
  const style = attribute(cell.attributes, 'style');
  const look = number === undefined ? '' : ` data-s="${number}"`;
  return `${look} style="${placed}${style ? `;${style}` : ''}"`;
}

const NO_MERGE = { held: [], rowInBlock: 0, isFirst: true, rowsLeft: 1 };

function mergedCells(row: WireRow, shape: GridShape, place: RowPlace): string {
  const { held, rowInBlock, isFirst, rowsLeft } = place.merged ?? NO_MERGE;
  const line = rowInBlock + 1;
  let text = '';
  let column = 0;
  const fits = rowFits(row, shape, held);
  const passHeld = () => {
    for (let above = held[column]; above && above.left > 0; above = held[column]) {
      if (isFirst && above.column === column) text += heldFiller(above, shape, Math.min(above.left, rowsLeft));
      column++;
    }
  };
  for (const [n, cell] of row.cells.entries()) {
    passHeld();
    const rows = Math.min(cell.rows === 0 ? Number.MAX_SAFE_INTEGER : cell.rows, rowsLeft);
    text += writeCell(cell, { column, shape, isHeader: place.isHeader, fit: fits?.[n], area: { line, rows } });
    hold(held, cell, column);
    column += cell.columns;
  }
  passHeld();
  for (const entry of held) if (entry && entry.left > 0) entry.left--;
  while (held.length > 0 && !held.at(-1)?.left) held.pop();
  return text;
}

function hold(held: HeldColumn[], cell: WireCell, column: number): void {
  const left = cell.rows === 0 ? Number.MAX_SAFE_INTEGER : cell.rows;
  for (let n = column; n < column + cell.columns; n++) held[n] = { left, cell, column };
}

/** The rest of a row span that a cut between blocks left behind: no line between it and the part above. */
function heldFiller({ cell, column }: HeldColumn, shape: GridShape, rows: number): string {
  if (shape.native) return '';
  const frozen = column < shape.frozenColumns;
  const columns = frozen ? Math.min(cell.columns, shape.frozenColumns - column) : cell.columns;
  const spans = `${rows > 1 ? ` rowspan="${rows}"` : ''}${cell.columns > 1 ? ` colspan="${cell.columns}"` : ''}`;
  const look = groundOf(cell, `grid-area:1/${column + 1}/span ${rows}/span ${columns}`);
  const rest =
    columns < cell.columns
      ? `<td data-fill="c" role="presentation" aria-hidden="true"${groundOf(cell, `grid-area:1/${column + columns + 1}/span ${rows}/span ${cell.columns - columns}`)}></td>`
      : '';
  const stuck = frozen ? ` class="f${column + 1}"` : '';
  return `<td data-fill="r"${spans}${stuck} role="presentation" aria-hidden="true"${look}></td>${rest}`;
}

/** How the texts of a row run over their neighbours; `held` are the columns that cells above cover. */
function rowFits(row: WireRow, shape: GridShape, held?: readonly HeldColumn[]): (CellFit | undefined)[] | undefined {
  if (shape.native || shape.widths.length === 0) return undefined;
  let column = 0;
  const columnOf = (cell: WireCell) => {
    while ((held?.[column]?.left ?? 0) > 0) column++;
    column += cell.columns;
    return column - cell.columns;
  };
  if (!row.cells.some((cell) => isTooWide(cell, columnOf(cell), shape))) return undefined;
  column = 0;
  const laid = row.cells.map((cell) => laidCell(cell, columnOf(cell), shape));
  return fitsOf(laid, { ...shape, hasSpans: held !== undefined });
}
