import { readFileSync } from 'node:fs';
import type { Cell, Sheet, Workbook } from '../../src/model.ts';
import { readDelimited } from '../../src/publish-pages.ts';
import { shownText } from '../../src/render/cell-content.ts';
import type { Difference } from './looks.ts';

function cellsOf(sheet: Sheet): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const row of sheet.rows) for (const cell of row.cells) cells.set(`${row.number},${cell.column}`, cell);
  return cells;
}

/** Text for comparison: spaces at the edges are room, not text; a line end is one whatever its form. */
function comparable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ').trim();
}

/** Compares the text of every cell, whatever the width of its column, with the CSV that LibreOffice writes of the sheet. */
export function compareTexts(book: Workbook, sheet: Sheet, csv: string): { equal: number; different: Difference[] } {
  const theirs = cellsOf(readDelimited(readFileSync(csv), { delimiter: ',' }).sheets[0] ?? sheet);
  const different: Difference[] = [];
  let equal = 0;
  for (const [cell, own] of cellsOf(sheet)) {
    const look = book.styles[own.style];
    if (own.value === undefined || !look) continue;
    const ours = comparable(shownText(own, look, book.has1904Dates).text);
    const their = theirs.get(cell);
    const text = comparable(their?.shown ?? String(their?.value ?? ''));
    if (ours === text) equal++;
    else different.push({ cell, what: `\`${look.format}\` ${JSON.stringify(own.value)}`, ours, theirs: text });
  }
  return { equal, different };
}
