import { textDigits } from '@sheetwire/page/text-width';
import type { CellStyle } from '../../cell-style.ts';
import type { Cell, Sheet, SheetRow } from '../../model.ts';
import { plainAlignment, plainFont } from '../../plain-look.ts';
import { digitWidth, textPx } from '../../render/text-width.ts';
import { plainText } from '../shared-strings.ts';
import { noBorders } from '../style-parts.ts';

/** Text files know no font: theirs is the portal's own, at its size for reports. */
const font = { ...plainFont, name: '', size: 9.75 };
const plain: CellStyle = { format: 'General', font, fill: undefined, borders: noBorders, align: plainAlignment };

/** The looks of a delimited file: the plain one, and that of texts of several lines. */
export const delimitedStyles: readonly CellStyle[] = [
  plain,
  { ...plain, align: { ...plainAlignment, isWrapped: true } },
];
const wrapped = 1;

/** Digits of the widest column: longer texts take several lines. */
const widest = 60;
/** Pixels beside a text and its line; beside a number, with the mark of a change. */
const besideText = 18;
const besideNumber = 30;
/** The least width of a column, in pixels. */
const narrowest = 64;

const NUMBER =
  /^[-+(]?[$€£¥]?\s?[-+]?(?:\d{1,3}(?:[,. '\u00a0\u202f]\d{3})+|\d+)?(?:[.,]\d+)?(?:[eE][-+]?\d{1,3})?\s?[%€]?\)?$/;
const MOMENT =
  /^(?:\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:[T ]\d{1,2}:\d{2}.{0,12})?$|^\d{1,2}:\d{2}(?::\d{2})?$/;

/** The sheet of the fields of a delimited file: widths for its texts, its head frozen. */
export function delimitedSheet(rows: readonly string[][], name: string): Sheet {
  const widths: number[] = [];
  const found: SheetRow[] = rows.map((row, n) => ({
    number: n + 1,
    height: undefined,
    isHidden: false,
    style: 0,
    cells: row.map((text, column) => cellOf(text, column + 1)).filter((cell) => cell.value !== ''),
  }));
  for (const { cells } of found) {
    for (const cell of cells) widths[cell.column - 1] = Math.max(widths[cell.column - 1] ?? 0, neededPx(cell));
  }
  return {
    name,
    isHidden: false,
    isRightToLeft: false,
    hasGridlines: true,
    defaultColumnWidth: undefined,
    defaultRowHeight: undefined,
    hidesOtherRows: false,
    isBounded: true,
    columns: Array.from(widths, (px, n) => ({
      from: n + 1,
      to: n + 1,
      width: charactersOf(Math.max(narrowest, px ?? 0)),
      isHidden: false,
      style: 0,
    })),
    rows: found.filter((row) => row.cells.length > 0),
    merges: [],
    freeze: { row: headRow(rows), column: 0 },
    links: [],
    tables: [],
    printAreas: [],
  };
}

function cellOf(text: string, column: number): Cell {
  const shown = plainText(text);
  const isNumber = shown.length <= 40 && /\d/.test(shown) && NUMBER.test(shown.trim());
  if (isNumber) return { column, style: 0, value: Number.parseFloat(shown.replace(/[^\d.eE+-]/g, '')) || 0, shown };
  const isLong = shown.includes('\n') || (shown.length > widest / 2 && textDigits(shown) > widest);
  return { column, style: isLong ? wrapped : 0, value: shown };
}

/** Pixels of column that a cell needs: what is longer than the widest column takes several lines. */
function neededPx({ value, shown, style }: Cell): number {
  const text = shown ?? (typeof value === 'string' ? value : '');
  const lines = style === wrapped ? text.split('\n', mostLines).map((line) => line.slice(0, 2 * widest)) : [text];
  const px = Math.max(...lines.map((line) => textPx(line, font)));
  return Math.ceil(Math.min(px, widest * textPx('0', font)) + (typeof value === 'number' ? besideNumber : besideText));
}
const mostLines = 100;

/** The width in characters that is drawn in at least so many pixels. */
function charactersOf(px: number): number {
  return px / digitWidth(font);
}

/** Rows that may stand over the head: titles of the file. */
const mostTitles = 4;

/** The last row of the head, 0 for a file without: the first row that names every column, with values under it. */
function headRow(rows: readonly string[][]): number {
  const columns = Math.max(0, ...rows.slice(0, sampled).map(filledOf));
  const at = rows.slice(0, mostTitles + 1).findIndex((row) => filledOf(row) >= columns);
  const head = rows[at];
  const below = rows.slice(at + 1, at + 1 + sampled).filter((row) => filledOf(row) > 0);
  if (!head || below.length === 0 || !isNames(head)) return 0;
  // A single column of texts is a list: only what is of another kind under its first line makes that a head.
  return columns > 1 || below.some((row) => row.some(isValue)) ? at + 1 : 0;
}
const sampled = 50;

function filledOf(row: readonly string[]): number {
  return row.filter((field) => field.trim() !== '').length;
}

/** Names differ from each other, and none of them is a number or a date. */
function isNames(row: readonly string[]): boolean {
  const names = row.map((field) => field.trim().toLowerCase()).filter((field) => field !== '');
  return names.length > 0 && new Set(names).size === names.length && !row.some(isValue);
}

function isValue(field: string): boolean {
  const text = field.trim();
  return text !== '' && text.length <= 40 && ((/\d/.test(text) && NUMBER.test(text)) || MOMENT.test(text));
}
