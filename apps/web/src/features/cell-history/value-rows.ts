import { decimalMarks, numberChange } from '@sheetwire/page/compare/shown-number';
import type { CellValue } from './cell-history.ts';
import { goneWords } from './history-words.ts';

/** A value as its list tells it. */
export interface ValueRow extends CellValue {
  /** What it grew or fell by; empty where either is no number. */
  readonly difference: string;
  readonly percent: string;
}

/** The values with what each changed, newest first. */
export function valueRows(values: readonly CellValue[]): ValueRow[] {
  const texts = values.map(({ text }) => text);
  const marks = decimalMarks(texts, texts);
  return values.map((value, n) => {
    const before = values[n + 1];
    const change = before && numberChange(before.text, value.text, marks);
    return { ...value, difference: change?.difference ?? '', percent: change?.percent ?? '' };
  });
}

const heads = ['Time', 'Value', 'Number', 'Difference', 'Publisher', 'Version', 'Cell'];
/** What a spreadsheet would take for a formula. */
const FORMULA_LIKE = /^[=+\-@\t\r]/;

/** The values as comma separated text, with times in UTC; a text that starts like a formula stands behind an apostrophe. */
export function valuesCsv(rows: readonly ValueRow[], cell: string): string {
  const lines = rows.map(({ utc, text, num, difference, by, version, gone, cell: then = cell }) => [
    utc,
    num === null ? plain(gone ? goneWords : text) : text,
    num === null ? '' : String(num),
    difference,
    plain(by),
    String(version),
    plain(then),
  ]);
  return [heads, ...lines].map((fields) => `${fields.map(quoted).join(',')}\r\n`).join('');
}

function plain(text: string): string {
  return FORMULA_LIKE.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
