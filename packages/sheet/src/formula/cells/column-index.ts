import { numberOfText } from '../values/text-number.ts';
import { isError, type Scalar } from '../values/value.ts';
import { type GridColumn, placeFrom } from './grid-column.ts';

/** What equal values have in common. */
export type Key = number | boolean | string;

/** The key of a value; undefined for an empty cell. */
export function keyOfValue(value: Scalar): Key | undefined {
  if (typeof value === 'string') return `s${value.toLowerCase()}`;
  return isError(value) ? `e${value.error}` : value;
}

/** The key of a text that is a number, as criteria count it. */
export function numberKey(number: number): Key {
  return `n${number}`;
}

/** Numbers or texts of a column in the order of their rows. */
export interface Ordered<T> {
  readonly rows: readonly number[];
  readonly values: readonly T[];
}

/** Where each value of a column stands, so that rules over many cells look a column through once. */
export class ColumnIndex {
  readonly #places = new Map<Key, number[]>();
  readonly numbers: Ordered<number>;
  readonly texts: Ordered<string>;

  constructor({ rows, values }: GridColumn) {
    const numbers = { rows: [] as number[], values: [] as number[] };
    const texts = { rows: [] as number[], values: [] as string[] };
    for (const [at, value] of values.entries()) {
      const row = rows[at] ?? 0;
      this.#note(keyOfValue(value), row);
      if (typeof value === 'number') {
        numbers.rows.push(row);
        numbers.values.push(value);
      } else if (typeof value === 'string') {
        texts.rows.push(row);
        texts.values.push(value);
        const number = numberOfText(value, false);
        if (number !== undefined) this.#note(numberKey(number), row);
      }
    }
    this.numbers = numbers;
    this.texts = texts;
  }

  #note(key: Key | undefined, row: number): void {
    if (key === undefined) return;
    const known = this.#places.get(key);
    if (known) known.push(row);
    else this.#places.set(key, [row]);
  }

  /** The rows from one to another that hold a value. */
  rowsOf(key: Key, top: number, bottom: number): readonly number[] {
    const rows = this.#places.get(key);
    if (!rows) return [];
    const from = placeFrom(rows, top);
    const to = placeFrom(rows, bottom + 1);
    return from === 0 && to === rows.length ? rows : rows.slice(from, to);
  }

  countOf(key: Key, top: number, bottom: number): number {
    const rows = this.#places.get(key);
    return rows ? placeFrom(rows, bottom + 1) - placeFrom(rows, top) : 0;
  }

  /** The first row from one to another that holds a value. */
  firstOf(key: Key, top: number, bottom: number): number | undefined {
    const rows = this.#places.get(key) ?? [];
    const row = rows[placeFrom(rows, top)];
    return row !== undefined && row <= bottom ? row : undefined;
  }
}

const known = new WeakMap<GridColumn, { readonly index: ColumnIndex; readonly version: number }>();

/** The index of a column whose formulas all have their results; undefined for another. */
export function indexOf(column: GridColumn, spend: (cells: number) => void): ColumnIndex | undefined {
  if (!column.isSettled) return undefined;
  const found = known.get(column);
  if (found?.version === column.version) return found.index;
  spend(column.rows.length * buildCost);
  const index = new ColumnIndex(column);
  known.set(column, { index, version: column.version });
  return index;
}

/** What it costs to put a cell into an index, beside passing over it. */
const buildCost = 8;
