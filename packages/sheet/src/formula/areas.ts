import { lastColumn, lastRow } from '../address.ts';
import type { CellRange } from '../model.ts';
import { placeFrom } from './cells/grid-column.ts';
import type { SheetGrid } from './cells/sheet-grid.ts';
import type { Env } from './env.ts';
import type { WrittenArea } from './node.ts';
import {
  type Area,
  type AreaPart,
  errors,
  type Grid,
  isArea,
  isGrid,
  type Scalar,
  type Value,
} from './values/value.ts';

/** A rectangle of a sheet as a reference. */
export function areaIn(sheet: SheetGrid, { top, left, bottom, right }: CellRange): Area {
  return { parts: [{ sheet, top, left, bottom, right }] };
}

/** A written rectangle for a place so far away; beyond its end the sheet begins again (as rules are stored). */
export function moved({ top, left, bottom, right, fixed }: WrittenArea, away: Env['away']): CellRange {
  const { rows, columns } = away;
  const from = {
    row: fixed.top ? top : wrapped(top + rows, lastRow),
    column: fixed.left ? left : wrapped(left + columns, lastColumn),
  };
  const to = {
    row: fixed.bottom ? bottom : wrapped(bottom + rows, lastRow),
    column: fixed.right ? right : wrapped(right + columns, lastColumn),
  };
  return {
    top: Math.min(from.row, to.row),
    left: Math.min(from.column, to.column),
    bottom: Math.max(from.row, to.row),
    right: Math.max(from.column, to.column),
  };
}

/** The same of a rectangle that is one cell. */
export function movedCell({ top, left, fixed }: WrittenArea, { rows, columns }: Env['away']) {
  return {
    row: fixed.top ? top : wrapped(top + rows, lastRow),
    column: fixed.left ? left : wrapped(left + columns, lastColumn),
  };
}

function wrapped(at: number, size: number): number {
  return ((((at - 1) % size) + size) % size) + 1;
}

/** The one cell of a reference, or undefined. */
export function onlyCell({ parts }: Area): AreaPart | undefined {
  const [part] = parts;
  return part && parts.length === 1 && part.top === part.bottom && part.left === part.right ? part : undefined;
}

/** A value without references: a cell for itself, an area as an array or as the cell in the formula's row or column. */
export function plainOf(value: Value, env: Env): Scalar | Grid {
  if (!isArea(value)) return value;
  const cell = onlyCell(value);
  if (cell) return cell.sheet.at(cell.top, cell.left);
  return env.isArray ? gridOf(value, env) : crossed(value, env);
}

/** A value as a single one: the first of an array, of an area that in the formula's row or column. */
export function scalarOf(value: Value, env: Env): Scalar {
  const plain = plainOf(value, env);
  return isGrid(plain) ? plain.values[0] : plain;
}

/** Implicit intersection (ECMA-376 part 1, 18.17.2.7). */
export function crossed(area: Area, { row, column }: Env): Scalar {
  const [part] = area.parts;
  if (!part || area.parts.length > 1) return errors.value;
  if (part.left === part.right && row >= part.top && row <= part.bottom) return part.sheet.at(row, part.left);
  if (part.top === part.bottom && column >= part.left && column <= part.right) return part.sheet.at(part.top, column);
  return part.top === part.bottom && part.left === part.right ? part.sheet.at(part.top, part.left) : errors.value;
}

/** The values of a reference in rows and columns; what is open to the end of the sheet ends with what is used. */
export function gridOf(area: Area, env: Env): Grid | Scalar {
  const [part] = area.parts;
  if (!part || area.parts.length > 1) return errors.value;
  const { sheet, top, left, bottom, right } = clipped(part, env);
  const [height, width] = [bottom - top + 1, right - left + 1];
  env.book.spend(1 + height * width);
  sheet.ensure({ top, left, bottom, right });
  const values: Scalar[] = new Array(height * width).fill(undefined);
  for (let column = left; column <= right; column++) {
    const { rows, values: held } = sheet.column(column);
    for (let at = placeFrom(rows, top); at < rows.length; at++) {
      const row = rows[at] ?? 0;
      if (row > bottom) break;
      values[(row - top) * width + column - left] = held[at];
    }
  }
  return { width, height, values };
}

/** A rectangle without what lies beyond the used rows and columns of the workbook, where it is open to the end. */
export function clipped(part: AreaPart, { book }: Env): AreaPart {
  const { row, column } = book.extent;
  const bottom = part.bottom === lastRow ? Math.max(part.top, row) : part.bottom;
  const right = part.right === lastColumn ? Math.max(part.left, column) : part.right;
  return bottom === part.bottom && right === part.right ? part : { ...part, bottom, right };
}

/** The values that stand in an area, column by column; empty cells are passed over. */
export function eachIn(area: Area, env: Env, say: (value: Scalar, row: number, column: number) => void): void {
  for (const part of area.parts) {
    const { sheet, top, left, bottom } = part;
    const right = Math.min(part.right, sheet.lastColumn);
    sheet.ensure(part);
    for (let column = left; column <= right; column++) {
      const { rows, values } = sheet.column(column);
      const from = placeFrom(rows, top);
      const to = placeFrom(rows, bottom + 1);
      env.book.spendCells(to - from);
      for (let at = from; at < to; at++) if (values[at] !== undefined) say(values[at], rows[at] ?? 0, column);
    }
  }
}

/** A name for an area, the same for the same cells. */
export function keyOf(area: Area): string {
  return area.parts
    .map(({ sheet, top, left, bottom, right }) => `${sheet.name}!${top}:${left}:${bottom}:${right}`)
    .join();
}

/** The references of a value, where it is one. */
export function partsOf(value: Value): readonly AreaPart[] {
  return isArea(value) ? value.parts : [];
}

/** How many cells a reference has, the empty ones too. */
export function countIn({ parts }: Area): number {
  return parts.reduce((sum, { top, left, bottom, right }) => sum + (bottom - top + 1) * (right - left + 1), 0);
}
