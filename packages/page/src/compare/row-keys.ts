import type { Key } from './common-sequence.ts';
import { isBlank, type Sheet, type SheetCell } from './sheet.ts';

/** Columns from the left that are tried as the key. */
const MOST_TRIED = 8;
/** How much of a column must be filled, different, and shared by both sides for it to be the key. */
const FILLED = 0.5;
const DIFFERENT = 0.9;
const SHARED = 0.3;

/** What names the rows of two tables. */
export interface RowKeys {
  readonly from: readonly Key[];
  readonly to: readonly Key[];
  /** The column of `to` whose texts name the rows; undefined when the words of a row name it. */
  readonly column: number | undefined;
}

/** The keys of the rows: the first column that tells them apart on both sides, else the words of each row. */
export function rowKeys(from: Sheet, to: Sheet, columnOf: Int32Array): RowKeys {
  let tried = 0;
  for (let column = 0; column < columnOf.length && tried < MOST_TRIED; column++) {
    const before = columnOf[column] ?? -1;
    if (before < 0) continue;
    tried++;
    const keys = { from: valuesAt(from, before), to: valuesAt(to, column) };
    if (isKey(keys.from, keys.to)) return { ...keys, column };
  }
  return { from: wordsOf(from), to: wordsOf(to), column: undefined };
}

function isKey(from: readonly Key[], to: readonly Key[]): boolean {
  const before = new Set(from.filter((key) => !isBlank(key)));
  const after = new Set(to.filter((key) => !isBlank(key)));
  if (!tellsApart(from, before) || !tellsApart(to, after)) return false;
  const shared = [...after].filter((key) => before.has(key)).length;
  return shared >= SHARED * Math.min(before.size, after.size);
}

function tellsApart(keys: readonly Key[], different: ReadonlySet<Key>): boolean {
  const filled = keys.filter((key) => !isBlank(key)).length;
  return filled > 1 && filled >= FILLED * keys.length && different.size >= DIFFERENT * filled;
}

/** A number names no row: prices are different in each, and change. */
function valuesAt({ rows }: Sheet, column: number): Key[] {
  return rows.map((row) => {
    const cell = row.find((one) => one.column === column);
    return cell && !cell.isNumber ? cell.value : '';
  });
}

/** A merged cell beside several rows names each of them. */
function wordsOf({ rows, spanning }: Sheet): Key[] {
  return rows.map((row, n) => words([...(spanning[n] ?? []), ...row]));
}

/** The words of a row, without its numbers; all of it when there are none. */
function words(row: readonly SheetCell[]): Key {
  const named = row.filter(({ value, isNumber }) => !isNumber && !isBlank(value));
  const part = named.length > 0 ? named : row;
  return part.map(({ column, value }) => `${column}:${value}`).join('\u0000');
}
