import { matchColumns, partnerColumn } from './match-columns.ts';
import { matchRows } from './match-rows.ts';
import { isBlank, type Sheet, type SheetCell } from './sheet.ts';

/** What became of a cell. */
export type CellKind = 'changed' | 'added' | 'removed';

/** A cell that differs, in a row that both sides have. */
export interface CellDiff {
  readonly kind: CellKind;
  /** The row of the newer table. */
  readonly row: number;
  /** Its place among the row's cells in the newer table; -1 when the newer has no cell there. */
  readonly at: number;
  /** Its place among the row's cells in the older table; -1 when the older has no cell there. */
  readonly wasAt: number;
}

/** How a table became another. */
export interface SheetDiff {
  /** For each column and row of the newer table the one of the older, or -1. */
  readonly columnOf: Int32Array;
  readonly rowOf: Int32Array;
  /** The column of the newer table whose texts name the rows. */
  readonly keyColumn: number | undefined;
  readonly removedColumns: readonly number[];
  readonly removedRows: readonly number[];
  /** In the order of the newer table. */
  readonly cells: readonly CellDiff[];
}

/** Compares two tables by the texts of their cells; rows and columns that came or went move nothing else. */
export function diffSheets(from: Sheet, to: Sheet): SheetDiff {
  const columnOf = matchColumns(from, to);
  const { rowOf, keyColumn } = matchRows(from, to, columnOf);
  const cells: CellDiff[] = [];
  for (const [row, after] of to.rows.entries()) {
    const before = from.rows[rowOf[row] ?? -1];
    if (before) diffRow(before, after, { row, columnOf, cells });
  }
  return {
    ...{ columnOf, rowOf, keyColumn, cells },
    removedColumns: missing(columnOf, from.columns),
    removedRows: missing(rowOf, from.rows.length),
  };
}

interface RowPlace {
  readonly row: number;
  readonly columnOf: Int32Array;
  readonly cells: CellDiff[];
}

function diffRow(before: readonly SheetCell[], after: readonly SheetCell[], { row, columnOf, cells }: RowPlace): void {
  const places = new Map(before.map(({ column }, n) => [column, n]));
  for (const [at, { column, value }] of after.entries()) {
    const partner = partnerColumn(columnOf, column);
    const wasAt = places.get(partner) ?? -1;
    places.delete(partner);
    const kind = kindOf(before[wasAt]?.value, value);
    if (kind) cells.push({ kind, row, at, wasAt });
  }
  for (const wasAt of places.values()) {
    if (!isBlank(before[wasAt]?.value)) cells.push({ kind: 'removed', row, at: -1, wasAt });
  }
}

function kindOf(was: SheetCell['value'] | undefined, now: SheetCell['value']): CellKind | undefined {
  if (was === now || (isBlank(was) && isBlank(now))) return undefined;
  if (isBlank(was)) return 'added';
  return isBlank(now) ? 'removed' : 'changed';
}

function missing(partners: Int32Array, count: number): number[] {
  const isFound = new Uint8Array(count);
  for (const partner of partners) if (partner >= 0) isFound[partner] = 1;
  const left: number[] = [];
  for (let n = 0; n < count; n++) if (isFound[n] === 0) left.push(n);
  return left;
}
