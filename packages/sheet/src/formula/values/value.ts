import type { CellError, CellRange, CellValue } from '../../model.ts';
import type { SheetGrid } from '../cells/sheet-grid.ts';

/** What one cell holds; undefined is an empty cell. */
export type Scalar = CellValue | undefined;

/** A rectangle of cells of one sheet. */
export interface AreaPart extends CellRange {
  readonly sheet: SheetGrid;
}

/** A reference: one rectangle, or several that a union joins. */
export interface Area {
  readonly parts: readonly AreaPart[];
}

/** Values in rows and columns that lie in no cell. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  /** Row by row. */
  readonly values: readonly Scalar[];
}

export type Value = Scalar | Area | Grid;

/** The errors that formulas give (ECMA-376 part 1, 18.17.3). */
export const errors = {
  null: { error: '#NULL!' },
  zero: { error: '#DIV/0!' },
  value: { error: '#VALUE!' },
  reference: { error: '#REF!' },
  name: { error: '#NAME?' },
  number: { error: '#NUM!' },
  missing: { error: '#N/A' },
} as const satisfies Record<string, CellError>;

export function isArea(value: Value): value is Area {
  return typeof value === 'object' && 'parts' in value;
}

export function isGrid(value: Value): value is Grid {
  return typeof value === 'object' && 'values' in value;
}

export function isError(value: Value): value is CellError {
  return typeof value === 'object' && 'error' in value;
}

/** A grid of one row. */
export function rowOf(values: readonly Scalar[]): Grid {
  return { width: values.length, height: 1, values };
}

/** A grid of one column. */
export function columnOf(values: readonly Scalar[]): Grid {
  return { width: 1, height: values.length, values };
}

/** Where a place lies in a grid; one row or column stands for all, elsewhere beyond the end nothing is there. */
export function gridAt({ width, height, values }: Grid, row: number, column: number): Scalar {
  const r = height === 1 ? 0 : row;
  const c = width === 1 ? 0 : column;
  return r < height && c < width ? values[r * width + c] : errors.missing;
}

/** The number of rows and columns of a value. */
export function sizeOf(value: Value): { readonly height: number; readonly width: number } {
  if (isGrid(value)) return value;
  const part = isArea(value) ? value.parts[0] : undefined;
  if (!part) return { height: 1, width: 1 };
  return { height: part.bottom - part.top + 1, width: part.right - part.left + 1 };
}
