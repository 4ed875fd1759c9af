import { limits } from '@sheetwire/contract/limits';
import type { WireCell, WireRow } from '@sheetwire/page/table-scan';
import { csvLine, csvNumber, csvText } from '@sheetwire/rules/csv';
import { CellMaker, type CellSource, type MadeCell } from './page/cell-maker.ts';
import { PageSheet } from './page/page-sheet.ts';
import { pagesStyles, type ShownPage } from './report-book.ts';
import { conventionsOf } from './values/conventions.ts';

const byteOrderMark = '\ufeff';
const lineEnd = '\r\n';

/**
 * A page as comma separated text (RFC 4180, UTF-8 with its mark): the texts as shown, a merged cell once. A text that
 * starts like a formula stands behind an apostrophe, and so does a part of one that a reader with another separator takes
 * for a cell; numbers stay numbers. It yields the rows done now and then.
 */
export function* writeCsv(page: ShownPage, numericTexts: Iterable<string>): Generator<number, string[]> {
  const maker = new CellMaker({ styles: pagesStyles([page]), conventions: conventionsOf(numericTexts), baseUrl: '' });
  // A workbook of too many cells is refused with the word that a CSV file holds them.
  const sheet = new PageSheet({ cells: new ShownTexts(maker), cellsLeft: Number.POSITIVE_INFINITY, pictures: 0 });
  for (const row of sheet.fill(page)) if (row % limits.export.progressRows === 0) yield row;
  const { rows } = sheet.sheet(page.name);
  const width = Math.max(0, ...rows.map(({ cells }) => cells.at(-1)?.column ?? 0));
  const lines = [byteOrderMark];
  let next = 1;
  for (const { number, cells } of rows) {
    for (; next < number; next++) lines.push(','.repeat(Math.max(0, width - 1)) + lineEnd);
    lines.push(lineOf(cells, width));
    next = number + 1;
  }
  return lines;
}

function lineOf(cells: readonly { readonly column: number; readonly value: unknown }[], width: number): string {
  const fields = new Array<string>(width).fill('');
  for (const { column, value } of cells) fields[column - 1] = typeof value === 'string' ? value : '';
  return csvLine(fields);
}

/** Cells whose value is the text that is shown. */
class ShownTexts implements CellSource {
  readonly #maker: CellMaker;

  constructor(maker: CellMaker) {
    this.#maker = maker;
  }

  get plainFont() {
    return this.#maker.plainFont;
  }

  use(styles: readonly string[]): void {
    this.#maker.use(styles);
  }

  within(attributes: string, isSheet: boolean): void {
    this.#maker.within(attributes, isSheet);
  }

  rowCss(section: string, row: WireRow): string {
    return this.#maker.rowCss(section, row);
  }

  cell(source: WireCell, rowCss: string): MadeCell {
    const made = this.#maker.cell(source, rowCss);
    return { ...made, value: fieldOf(made), style: 0 };
  }

  text(text: string): Pick<MadeCell, 'value' | 'style'> {
    return { value: csvText(text), style: 0 };
  }
}

function fieldOf({ value, shown }: MadeCell): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return csvNumber(shown);
  return csvText(value);
}
