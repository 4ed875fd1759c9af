import type { Scalar } from '../values/value.ts';

/** The cells of one column that the file lists, by rising row, and which of them wait for the result of a formula. */
export class GridColumn {
  readonly rows: number[] = [];
  readonly values: Scalar[] = [];
  /** The place itself for one that waits, else one behind it on the way to the next that does. */
  readonly #next: number[] = [];
  readonly #whys = new Map<number, string>();
  #count = 0;
  /** Rises with each value that is set anew. */
  version = 0;

  /** Sets the value of a row that is listed; false for another. */
  set(row: number, value: Scalar): boolean {
    const place = this.placeOf(row);
    if (place === undefined) return false;
    this.values[place] = value;
    this.version++;
    return true;
  }

  add(row: number, value: Scalar): void {
    this.rows.push(row);
    this.values.push(value);
    this.#next.push(this.#next.length + 1);
  }

  /** Every formula has its result. */
  get isSettled(): boolean {
    return this.#count === 0;
  }

  /** The place of a row that is listed. */
  placeOf(row: number): number | undefined {
    const place = placeFrom(this.rows, row);
    return this.rows[place] === row ? place : undefined;
  }

  isOpen(place: number): boolean {
    return this.#count > 0 && this.#next[place] === place;
  }

  whyOf(row: number): string | undefined {
    return this.#whys.get(row);
  }

  /** The rows from one to another that wait, or have no result. */
  *openRows(top: number, bottom: number): Generator<number> {
    if (this.#count === 0) return;
    for (let at = this.#openFrom(placeFrom(this.rows, top)); at < this.rows.length; at = this.#openFrom(at + 1)) {
      const row = this.rows[at] ?? bottom + 1;
      if (row > bottom) return;
      yield row;
    }
  }

  /** The first place from one on that waits; the ways that were gone are made short. */
  #openFrom(place: number): number {
    const next = this.#next;
    let end = place;
    while (end < next.length && next[end] !== end) end = next[end] ?? end;
    for (let at = place; at < end; ) {
      const then = next[at] ?? end;
      next[at] = end;
      at = then;
    }
    return end;
  }

  /** A formula waits for its result: for the cell that was added last. */
  open(row: number): void {
    const place = this.placeOf(row);
    if (place === undefined || this.#next[place] === place) return;
    this.#next[place] = place;
    this.#count++;
  }

  /** Formulas wait for their results again. */
  reopen(rows: readonly number[]): void {
    // Ways that were made short may lead past them.
    for (const [at, next] of this.#next.entries()) if (next !== at) this.#next[at] = at + 1;
    for (const row of rows) {
      this.#whys.delete(row);
      this.open(row);
    }
    this.version++;
  }

  /** Notes what a formula gave. */
  settle(row: number, value: Scalar): void {
    const place = this.placeOf(row);
    if (place === undefined) return;
    this.values[place] = value;
    if (this.#next[place] !== place) return;
    this.#next[place] = place + 1;
    this.#count--;
    this.version++;
  }

  /** Notes that a formula gives nothing, and why. */
  giveUp(row: number, why: string): void {
    this.open(row);
    this.#whys.set(row, why);
  }
}

/** The first place of a rising list whose number is not below another. */
export function placeFrom(list: readonly number[], number: number): number {
  // Most columns list one row after the other.
  const guess = number - (list[0] ?? number);
  if (list[guess] === number && (guess === 0 || list[guess - 1] === number - 1)) return guess;
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
