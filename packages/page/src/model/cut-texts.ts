import { type PageCut, PER_CELL, PER_ROW } from './page-cut.ts';

/** An offset in a cut; what is asked for is always there. */
export function numberAt(list: Int32Array, n: number): number {
  return list[n] ?? 0;
}

export function rowCountOf({ rows }: PageCut): number {
  return rows.length / PER_ROW;
}

export function cellCountOf({ cells }: PageCut): number {
  return cells.length / PER_CELL;
}

/** The content of the cell of a cut with this number. */
export function contentIn({ html, cells }: PageCut, cell: number): string {
  return html.slice(numberAt(cells, PER_CELL * cell + 1), numberAt(cells, PER_CELL * cell + 2));
}

/** The open tag of the cell of a cut with this number. */
export function tagIn({ html, cells }: PageCut, cell: number): string {
  return html.slice(numberAt(cells, PER_CELL * cell), numberAt(cells, PER_CELL * cell + 1));
}

/** Where the text before a row of a cut begins: behind the row before it. */
export function gapStart({ rows }: PageCut, at: number): number {
  return at === 0 ? 0 : numberAt(rows, PER_ROW * at - 1);
}

/** The text before a row of a cut; for the number of all rows that behind the last. */
export function gapIn(cut: PageCut, at: number): string {
  const end = at < rowCountOf(cut) ? numberAt(cut.rows, PER_ROW * at) : cut.html.length;
  return cut.html.slice(gapStart(cut, at), end);
}

/** The rows of a cut as texts. */
export function rowTexts(cut: PageCut): string[] {
  return Array.from({ length: rowCountOf(cut) }, (_, n) => rowIn(cut, n));
}

/** A row of a cut. */
export function rowIn({ html, rows }: PageCut, at: number): string {
  return html.slice(numberAt(rows, PER_ROW * at), numberAt(rows, PER_ROW * at + 1));
}

/** How many cells a row of a cut has. */
export function cellsInRow({ firstCells }: PageCut, at: number): number {
  return numberAt(firstCells, at + 1) - numberAt(firstCells, at);
}

/** The text from the cell before to the content of a cell; for the number of all cells to the end. */
export function textBeforeCell(cut: PageCut, cell: number): string {
  const from = cell === 0 ? 0 : numberAt(cut.cells, PER_CELL * cell - 1);
  return cut.html.slice(from, cell < cellCountOf(cut) ? numberAt(cut.cells, PER_CELL * cell + 1) : cut.html.length);
}
