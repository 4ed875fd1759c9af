import type { CellOp, Op, PageOp, RowsOp, StyleOp } from './live.ts';

/** The page that a step is about. */
export function opPage(op: Op): number {
  return op[0];
}

/** The parts of a cell's step by their names: on the wire a step is a list, so that it is short. */
export const cellOp = {
  is: (op: Op): op is CellOp => op[1] === 'c',
  of: (page: number, cell: number, html: string, style?: number): CellOp =>
    style === undefined ? [page, 'c', cell, html] : [page, 'c', cell, html, style],
  cell: (op: CellOp): number => op[2],
  html: (op: CellOp): string => op[3],
  // Most have no fifth part: to read beyond an array's end is slow.
  style: (op: CellOp): number | undefined => (op.length > 4 ? op[4] : undefined),
};

/** The parts of a step of rows by their names. */
export const rowsOp = {
  is: (op: Op): op is RowsOp => op[1] === 'r',
  at: (op: RowsOp): number => op[2],
  remove: (op: RowsOp): number => op[3],
  html: (op: RowsOp): string => op[4],
  splice: (op: RowsOp): RowSplice => ({ at: op[2], remove: op[3], html: op[4] }),
};

/** The parts of a style's step by their names. */
export const styleOp = {
  is: (op: Op): op is StyleOp => op[1] === 's',
  number: (op: StyleOp): number => op[2],
  css: (op: StyleOp): string => op[3],
};

/** The parts of a step that replaces the page by their names. */
export const pageOp = {
  is: (op: Op): op is PageOp => op[1] === 'p',
  html: (op: PageOp): string => op[2],
};

/** A splice of table rows: removes `remove` rows from row `at` and puts `html` there (at = count appends). */
export interface RowSplice {
  readonly at: number;
  readonly remove: number;
  readonly html: string;
}

/** What a step carries: HTML, or the declarations of a style. */
export function opText(op: Op): string {
  switch (op[1]) {
    case 'r':
      return op[4];
    case 'p':
      return op[2];
    case 'c':
    case 's':
      return op[3];
  }
}

/** The same step on the page of another number: as one user's pages, or a page alone, are numbered. */
export function onPage(op: Op, page: number): Op {
  switch (op[1]) {
    case 'c':
      return cellOp.of(page, op[2], op[3], cellOp.style(op));
    case 'r':
      return [page, 'r', op[2], op[3], op[4]];
    case 's':
      return [page, 's', op[2], op[3]];
    case 'p':
      return [page, 'p', op[2]];
  }
}
