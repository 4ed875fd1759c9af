import { cellText } from '../compare/cell-text.ts';
import { cellsInRow, contentIn, numberAt, rowCountOf } from '../model/cut-texts.ts';
import { lastStartingBy } from '../model/halving.ts';
import type { PageCut } from '../model/page-cut.ts';

/**
 * The cell of rows that went which a cell of the rows in their place goes on from: rows of a spreadsheet are named anew
 * wherever one is put in before them, so that their names tell nothing. They are the same row where all of their contents
 * are, or else the text that they begin with; undefined where none is, or more than one. Figures tell no row from another: that
 * one becomes what another was is a coincidence.
 */
export function cellOfSameRow(gone: PageCut, come: PageCut, cell: number): number | undefined {
  const rows = Array.from({ length: rowCountOf(come) }, (_, n) => n);
  const row = lastStartingBy(rows, cell, (n) => numberAt(come.firstCells, n));
  if (cell - numberAt(come.firstCells, row) >= cellsInRow(come, row)) return undefined;
  if (!hasLetter(come, row)) return undefined;
  const before = sameBy(contentsOf, gone, come, row) ?? sameBy(labelOf, gone, come, row);
  if (before === undefined || cellsInRow(gone, before) !== cellsInRow(come, row)) return undefined;
  return numberAt(gone.firstCells, before) + cell - numberAt(come.firstCells, row);
}

type Key = (cut: PageCut, row: number) => string;

/** The one row that has the key of a row which no other has. */
function sameBy(keyOf: Key, gone: PageCut, come: PageCut, row: number): number | undefined {
  const key = keyOf(come, row);
  if (key === '' || rowsWith(keyOf, come, key).length > 1) return undefined;
  const [found, other] = rowsWith(keyOf, gone, key);
  return other === undefined ? found : undefined;
}

/** The first two of them: more are not asked for. */
function rowsWith(keyOf: Key, cut: PageCut, key: string): number[] {
  const found: number[] = [];
  for (let row = 0; row < rowCountOf(cut) && found.length < 2; row++) if (keyOf(cut, row) === key) found.push(row);
  return found;
}

function contentsOf(cut: PageCut, row: number): string {
  const first = numberAt(cut.firstCells, row);
  let all = '';
  for (let n = 0; n < cellsInRow(cut, row); n++) {
    const html = contentIn(cut, first + n);
    all += html === '' && all === '' ? '' : `${html}\n`;
  }
  return all;
}

const LETTER = /\p{L}/u;

function hasLetter(cut: PageCut, row: number): boolean {
  const first = numberAt(cut.firstCells, row);
  for (let n = 0; n < cellsInRow(cut, row); n++) if (LETTER.test(cellText(contentIn(cut, first + n)))) return true;
  return false;
}

/** The first text of a row, where it has a letter: a number is nobody's name, and what stands behind one may be its state. */
function labelOf(cut: PageCut, row: number): string {
  const first = numberAt(cut.firstCells, row);
  for (let n = 0; n < cellsInRow(cut, row); n++) {
    const text = cellText(contentIn(cut, first + n));
    if (text !== '') return LETTER.test(text) ? text : '';
  }
  return '';
}
