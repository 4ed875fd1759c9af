import { cellsInRow, gapIn, gapStart, numberAt } from './cut-texts.ts';
import { type PageCut, PER_CELL, PER_ROW } from './page-cut.ts';
import type { TextRuns } from './text-runs.ts';

/** A row of a cut text, with what became other about it. */
export interface ModelRow {
  readonly cut: PageCut;
  readonly at: number;
  /** The text before it, where that is not what stands in the cut. */
  gap: string | undefined;
  /** New contents and open tags, by the cell's place in the row. */
  contents: (string | undefined)[] | undefined;
  tags: (string | undefined)[] | undefined;
}

export function rowOf(cut: PageCut, at: number): ModelRow {
  return { cut, at, gap: undefined, contents: undefined, tags: undefined };
}

/** How many cells it has. */
export function cellsIn({ cut, at }: Pick<ModelRow, 'cut' | 'at'>): number {
  return cellsInRow(cut, at);
}

/** The text before a row. */
export function gapOf({ cut, at, gap }: ModelRow): string {
  return gap ?? gapIn(cut, at);
}

/** Writes a row with the text before it. */
export function writeRow(row: ModelRow, out: TextRuns): void {
  const { cut, at, gap } = row;
  const start = numberAt(cut.rows, PER_ROW * at);
  if (gap === undefined) out.slice(cut, gapStart(cut, at), start);
  else out.own(gap);
  writeRowAlone(row, out);
}

/** Writes a row. */
export function writeRowAlone({ cut, at, contents, tags }: ModelRow, out: TextRuns): void {
  let from = numberAt(cut.rows, PER_ROW * at);
  const put = (text: string | undefined, start: number, end: number) => {
    if (text === undefined) return;
    out.slice(cut, from, start);
    out.own(text);
    from = end;
  };
  if (contents) {
    const first = numberAt(cut.firstCells, at);
    for (let n = 0; n < contents.length; n++) {
      const cell = PER_CELL * (first + n);
      const inner = numberAt(cut.cells, cell + 1);
      put(tags?.[n], numberAt(cut.cells, cell), inner);
      put(contents[n], inner, numberAt(cut.cells, cell + 2));
    }
  }
  out.slice(cut, from, numberAt(cut.rows, PER_ROW * at + 1));
}
