import { withFormulas } from '@sheetwire/sheet/formula/calculate';
import { readWorkbook } from '@sheetwire/sheet/publish-pages';
import { shownText } from '@sheetwire/sheet/render/cell-content';
import { cellName } from '../cell-names.ts';
import type { BookValue } from '../live-book.ts';

export interface ShownCell {
  readonly value: BookValue;
  readonly text: string;
}
/** The cells that hold something, by sheet and address. */
export type ShownBook = ReadonlyMap<string, ReadonlyMap<string, ShownCell>>;

/** The time that TODAY tells. */
const today = new Date(2026, 10, 23, 12);

/** Reads a file as a spreadsheet does: results of formulas, and texts by formats. */
export async function shownIn(bytes: Uint8Array, hasDecimalComma = false): Promise<ShownBook> {
  const { workbook } = withFormulas(await readWorkbook(bytes), today);
  const { styles, has1904Dates } = workbook;
  const sheets = workbook.sheets.map(({ name, rows }) => {
    const cells = new Map<string, ShownCell>();
    for (const row of rows) {
      for (const cell of row.cells) {
        const { value, style } = cell;
        const look = styles[style];
        if (value === undefined || !look) continue;
        const { text } = shownText(cell, look, has1904Dates);
        const isSwapped = hasDecimalComma && typeof value === 'number';
        cells.set(cellName(row.number, cell.column), { value, text: isSwapped ? swapped(text) : text });
      }
    }
    return [name, cells] as const;
  });
  return new Map(sheets);
}

/** 1,240.50 as 1.240,50. */
function swapped(text: string): string {
  return Array.from(text, (sign) => (sign === ',' ? '.' : sign === '.' ? ',' : sign)).join('');
}
