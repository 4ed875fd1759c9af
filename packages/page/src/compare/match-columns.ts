import { commonSequence, pairEqualGaps } from './common-sequence.ts';
import { isBlank, type Sheet } from './sheet.ts';

/** Columns beyond this many are paired by their place. */
const MOST_NAMED = 2000;

/** For each column of `to` the one of `from` that it continues, or -1: by the texts of their head, else by place. */
export function matchColumns(from: Sheet, to: Sheet): Int32Array {
  const before = headOf(from);
  const after = headOf(to);
  if (!before || !after || Math.max(from.columns, to.columns) > MOST_NAMED) return byPlace(from.columns, to.columns);
  const partner = commonSequence(before, after);
  pairEqualGaps(partner, before.length);
  return partner;
}

/** The column of the older table that a newer one continues, or -1; beyond the columns that are told apart, itself. */
export function partnerColumn(columnOf: Int32Array, column: number): number {
  return columnOf[column] ?? column;
}

function byPlace(from: number, to: number): Int32Array {
  return Int32Array.from({ length: to }, (_, n) => (n < from ? n : -1));
}

/** What stands above each column; undefined when the table names none. */
function headOf({ rows, columns, headRow }: Sheet): (string | number)[] | undefined {
  const row = rows[headRow];
  if (!row) return undefined;
  const names = new Array<string | number>(columns).fill('');
  for (const { column, value } of row) if (!isBlank(value)) names[column] = value;
  return names;
}
