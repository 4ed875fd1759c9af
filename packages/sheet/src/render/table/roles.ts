import type { VisibleGrid } from '../visible.ts';

/** What a cell is in its table: its tag, and what it heads. */
export type Role = readonly [tag: string, scope: string];
export const plainCell: Role = ['td', ''];
const columnHead: Role = ['th', ' scope="col"'];
const rowHead: Role = ['th', ' scope="row"'];

/** Frozen rows and the first frozen column are the table's headers. */
export function roleOf(
  { row, column }: { readonly row: number; readonly column: number },
  freeze: VisibleGrid['freeze'],
): Role {
  if (row < freeze.rows) return columnHead;
  return column === 0 && freeze.columns > 0 ? rowHead : plainCell;
}
