/** Columns of a table that are told apart, as many as a spreadsheet has; cells beyond them are compared where they stand. */
export const MOST_COLUMNS = 16_384;
/** Columns that are looked at together. */
const BLOCK = 128;
/** Cells of rows above that are told of a row: more name it no better. */
const MOST_BESIDE = 16;

interface Placed {
  readonly column: number;
}

interface Held<Cell> {
  readonly until: number;
  readonly cell: Cell;
}

/** The columns that row spans hold in the rows below them. What a look costs does not grow with the spans. */
export class RowSpans<Cell extends Placed> {
  /** For each column the first row that is free of it again, and for each block of columns the least of those. */
  #until: Int32Array | undefined;
  readonly #least = new Int32Array(MOST_COLUMNS / BLOCK);
  #beside: readonly Held<Cell>[] = [];
  #cells: readonly Cell[] = [];

  /** The first column from this one on that nothing holds in a row. */
  free(from: number, row: number): number {
    const until = this.#until;
    let column = from;
    while (until && column < MOST_COLUMNS) {
      const block = Math.floor(column / BLOCK);
      const end = (block + 1) * BLOCK;
      if ((this.#least[block] ?? 0) > row) column = end;
      else {
        while (column < end && (until[column] ?? 0) > row) column++;
        if (column < end) return column;
      }
    }
    return column;
  }

  /** Holds the columns of a cell, up to `end`, until a row. */
  hold(cell: Cell, end: number, until: number): void {
    this.#until ??= new Int32Array(MOST_COLUMNS);
    const last = Math.min(end, MOST_COLUMNS);
    this.#until.fill(until, cell.column, last);
    for (let block = Math.floor(cell.column / BLOCK); block * BLOCK < last; block++) {
      this.#least[block] = Math.min(...this.#until.subarray(block * BLOCK, (block + 1) * BLOCK));
    }
    if (this.#beside.length >= MOST_BESIDE) return;
    this.#keep([...this.#beside, { until, cell }].sort((a, b) => a.cell.column - b.cell.column));
  }

  /** The first cells of rows above that span a row, in the order of their columns. */
  beside(row: number): readonly Cell[] {
    if (this.#beside.some(({ until }) => until <= row)) this.#keep(this.#beside.filter(({ until }) => until > row));
    return this.#cells;
  }

  #keep(beside: readonly Held<Cell>[]): void {
    this.#beside = beside;
    this.#cells = beside.map(({ cell }) => cell);
  }
}
