import { commonSequence, risingRun } from './common-sequence.ts';
import { partnerColumn } from './match-columns.ts';
import { type RowKeys, rowKeys } from './row-keys.ts';
import { isBlank, type Sheet, type SheetCell } from './sheet.ts';

/** Most looks at rows and cells to pair the rows of one gap by what they have in common, and those of a table. */
const MOST_LOOKS = { gap: 6_000_000, table: 60_000_000 };
/** Two rows are the same one when at least so much of them is equal. */
const ALIKE = 0.5;

/** Which rows belong together. */
export interface RowMatch {
  /** For each row of `to` the one of `from`, or -1. */
  readonly rowOf: Int32Array;
  /** The column of `to` whose texts name the rows. */
  readonly keyColumn: number | undefined;
}

/** Pairs rows by their key, wherever they moved; what has no key of its own, in order and by likeness. */
export function matchRows(from: Sheet, to: Sheet, columnOf: Int32Array): RowMatch {
  const keys = rowKeys(from, to, columnOf);
  const rowOf = keys.column === undefined ? commonSequence(keys.from, keys.to) : byKey(keys);
  const pairing = { from, to, columnOf, rowOf, isKeyed: keys.column !== undefined };
  let left = MOST_LOOKS.table;
  for (const gap of gapsOf(rowOf, from.rows.length)) left -= pairAlike(pairing, gap, left);
  return { rowOf, keyColumn: keys.column };
}

/** A key that a side holds twice names no row. */
function byKey({ from, to }: RowKeys): Int32Array {
  const before = uniquePlaces(from);
  const after = uniquePlaces(to);
  const rowOf = new Int32Array(to.length).fill(-1);
  for (const [key, at] of after) rowOf[at] = before.get(key) ?? -1;
  return rowOf;
}

function uniquePlaces(keys: RowKeys['from']): Map<string | number, number> {
  const places = new Map<string | number, number>();
  const repeated = new Set<string | number>();
  for (const [n, key] of keys.entries()) {
    if (isBlank(key) || places.has(key)) repeated.add(key);
    places.set(key, n);
  }
  for (const key of repeated) places.delete(key);
  return places;
}

interface RowGap {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** The rows without a partner, between those pairs that kept their order. */
function gapsOf(rowOf: Int32Array, fromCount: number): RowGap[] {
  const paired = [...rowOf.entries()].filter(([, at]) => at >= 0);
  const taken = new Set(paired.map(([, at]) => at));
  const anchors = risingRun(paired.map(([, at]) => at)).map((n) => paired[n] ?? [0, 0]);
  const gaps: RowGap[] = [];
  let before = { from: 0, to: 0 };
  for (const [toAt, fromAt] of [...anchors, [rowOf.length, fromCount] as const]) {
    const from = range(before.from, fromAt).filter((n) => !taken.has(n));
    const to = range(before.to, toAt).filter((n) => (rowOf[n] ?? -1) < 0);
    if (from.length > 0 && to.length > 0) gaps.push({ from, to });
    before = { from: fromAt + 1, to: toAt + 1 };
  }
  return gaps;
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, n) => start + n);
}

interface Pairing {
  readonly from: Sheet;
  readonly to: Sheet;
  readonly columnOf: Int32Array;
  readonly rowOf: Int32Array;
  readonly isKeyed: boolean;
}

/** Answers how many looks it took; what takes more than are left stays as it is. */
function pairAlike(pairing: Pairing, gap: RowGap, left: number): number {
  const { from, to, rowOf, isKeyed } = pairing;
  if (!isKeyed && gap.from.length === gap.to.length) {
    for (const [n, at] of gap.to.entries()) rowOf[at] = gap.from[n] ?? -1;
    return 0;
  }
  const rows = gap.from.length * gap.to.length;
  const looks = rows + gap.to.length * cellsIn(from, gap.from) + gap.from.length * cellsIn(to, gap.to);
  if (looks > Math.min(MOST_LOOKS.gap, left)) return 0;
  const likeness = likenessTable(pairing, gap);
  const best = bestOrder(likeness, gap);
  for (const [n, at] of best) rowOf[gap.to[n] ?? 0] = gap.from[at] ?? -1;
  return looks;
}

function cellsIn({ rows }: Sheet, places: readonly number[]): number {
  return places.reduce((sum, at) => sum + (rows[at]?.length ?? 0), 0);
}

/** How much of each pair of rows is equal; what is not alike counts nothing. */
function likenessTable({ from, to, columnOf }: Pairing, gap: RowGap): Float64Array {
  const table = new Float64Array(gap.from.length * gap.to.length);
  for (const [n, toAt] of gap.to.entries()) {
    const row = to.rows[toAt] ?? [];
    for (const [m, fromAt] of gap.from.entries()) {
      const score = likeness(from.rows[fromAt] ?? [], row, columnOf);
      table[n * gap.from.length + m] = score >= ALIKE ? score : 0;
    }
  }
  return table;
}

function likeness(before: readonly SheetCell[], after: readonly SheetCell[], columnOf: Int32Array): number {
  let same = 0;
  let filled = 0;
  let at = 0;
  for (const { column, value } of after) {
    if (isBlank(value)) continue;
    filled++;
    const wanted = partnerColumn(columnOf, column);
    while (at < before.length && (before[at]?.column ?? 0) < wanted) at++;
    const cell = before[at];
    if (cell?.column === wanted && cell.value === value) same++;
  }
  const most = Math.max(filled, before.filter(({ value }) => !isBlank(value)).length);
  return most === 0 ? 1 : same / most;
}

/** The pairs, in order, whose likeness is the greatest in all. */
function bestOrder(likenesses: Float64Array, gap: RowGap): (readonly [to: number, from: number])[] {
  const rows = gap.to.length;
  const columns = gap.from.length;
  const width = columns + 1;
  const sums = new Float64Array((rows + 1) * width);
  const paired = (r: number, c: number) => {
    const score = likenesses[r * columns + c] ?? 0;
    return score > 0 ? score + (sums[(r + 1) * width + c + 1] ?? 0) : -1;
  };
  const skipped = (r: number, c: number) => Math.max(sums[(r + 1) * width + c] ?? 0, sums[r * width + c + 1] ?? 0);
  for (let r = rows - 1; r >= 0; r--) {
    for (let c = columns - 1; c >= 0; c--) sums[r * width + c] = Math.max(paired(r, c), skipped(r, c));
  }
  const pairs: (readonly [number, number])[] = [];
  for (let r = 0, c = 0; r < rows && c < columns; ) {
    if (paired(r, c) >= skipped(r, c)) pairs.push([r++, c++]);
    else if ((sums[(r + 1) * width + c] ?? 0) >= (sums[r * width + c + 1] ?? 0)) r++;
    else c++;
  }
  return pairs;
}
