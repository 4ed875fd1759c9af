import { type Cell, OWN_CELLS } from '../cell-index.ts';

/** The places that a cell covers in its table, from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** A cell in its place. */
export interface Area extends CellPlace {
  readonly cell: Cell;
}

export interface TableAreas {
  readonly areas: readonly Area[];
  readonly columns: number;
}

/** The place of every cell in its table, row spans counted. */
export function tableAreas(rows: readonly Element[]): TableAreas {
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

/** Places of a table, both ends among them. */
export interface Rectangle {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** The smallest rectangle that holds two cells and cuts no other. */
export function rectangleOf(areas: readonly CellPlace[], one: CellPlace, other: CellPlace): Rectangle {
  const spanning = areas.filter(({ rows, columns }) => rows > 1 || columns > 1);
  let found = around(edges(one), other);
  for (let before: Rectangle | undefined; before !== found; ) {
    before = found;
    for (const area of spanning) if (meets(area, found)) found = around(found, area);
  }
  return found;
}

/** Whether a cell covers a place of the rectangle. */
export function meets({ row, column, rows, columns }: CellPlace, { top, left, bottom, right }: Rectangle): boolean {
  return row <= bottom && row + rows > top && column <= right && column + columns > left;
}

function edges({ row, column, rows, columns }: CellPlace): Rectangle {
  return { top: row, left: column, bottom: row + rows - 1, right: column + columns - 1 };
}

/** The same object where the area lies within. */
function around(inner: Rectangle, area: CellPlace): Rectangle {
  const { top, left, bottom, right } = edges(area);
  if (top >= inner.top && left >= inner.left && bottom <= inner.bottom && right <= inner.right) return inner;
  return {
    top: Math.min(inner.top, top),
    left: Math.min(inner.left, left),
    bottom: Math.max(inner.bottom, bottom),
    right: Math.max(inner.right, right),
  };
}
