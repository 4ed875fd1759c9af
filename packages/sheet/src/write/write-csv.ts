import { limits } from '@sheetwire/contract/limits';
import type { WireCell, WireRow } from '@sheetwire/page/table-scan';
import { CellMaker, type CellSource, type MadeCell } from './page/cell-maker.ts';
import { PageSheet } from './page/page-sheet.ts';
import { pagesStyles, type ShownPage } from './report-book.ts';
import { conventionsOf } from './values/conventions.ts';

const byteOrderMark = '\ufeff';
const lineEnd = '\r\n';
/** What a spreadsheet would take for a formula. */
const FORMULA_LIKE = /^[=+\-@\t\r]/;
/**
 * Where a reader that parts by semicolons or tabs begins another cell: a quote within its cell holds nothing together,
 * so that quoting alone does not help there. What separates is taken at once, whether a formula follows or not.
 */
const INNER_CELL = /([;\t\r\n][\s"]*)([=+\-@][^;\t\r\n]*)?/g;
const NUMBER = /^[+-]?\s?\p{Sc}?\s?\d[\d.,'’\s]*(?:e[+-]?\d+)?(?:%|\p{Sc}|[a-z]{1,4})?$/iu;

/**
 * A page as comma separated text (RFC 4180, UTF-8 with its mark): the texts as shown, a merged cell once. A text that
 * starts like a formula stands behind an apostrophe, and so does a part of one that a reader with another separator takes
 * for a cell; numbers stay numbers. It yields the rows done now and then.
 */
export function* writeCsv(page: ShownPage, numericTexts: Iterable<string>): Generator<number, string[]> {
  const maker = new CellMaker({ styles: pagesStyles([page]), conventions: conventionsOf(numericTexts), baseUrl: '' });
  const sheet = new PageSheet({ cells: new ShownTexts(maker), cellsLeft: limits.export.cells, pictures: 0 });
  for (const row of sheet.fill(page)) if (row % limits.export.progressRows === 0) yield row;
  const { rows } = sheet.sheet(page.name);
  const width = Math.max(0, ...rows.map(({ cells }) => cells.at(-1)?.column ?? 0));
  const lines = [byteOrderMark];
  let next = 1;
  for (const { number, cells } of rows) {
    for (; next < number; next++) lines.push(','.repeat(Math.max(0, width - 1)) + lineEnd);
    lines.push(lineOf(cells, width) + lineEnd);
    next = number + 1;
  }
  return lines;
}

function lineOf(cells: readonly { readonly column: number; readonly value: unknown }[], width: number): string {
  const fields = new Array<string>(width).fill('');
  for (const { column, value } of cells) fields[column - 1] = typeof value === 'string' ? quoted(value) : '';
  return fields.join(',');
}

function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
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
    return { value: safe(text), style: 0 };
  }
}

function fieldOf({ value, shown }: MadeCell): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return safeNumber(shown);
  return safe(value);
}

/** A number as it is shown, with the minus that programs read; its literals may be a formula, which no number is. */
function safeNumber(shown: string): string {
  const text = shown.trim().replace('\u2212', '-');
  return NUMBER.test(text) ? text : safe(text);
}

function safe(text: string): string {
  const whole = text.replaceAll(INNER_CELL, (found, lead: string, rest: string | undefined) =>
    rest === undefined || NUMBER.test(rest.trim()) ? found : `${lead}'${rest}`,
  );
  return FORMULA_LIKE.test(text) ? `'${whole}` : whole;
}
