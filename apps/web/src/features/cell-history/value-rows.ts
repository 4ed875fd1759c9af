import { type DecimalMark, decimalMarks, numberChange } from '@sheetwire/page/compare/shown-number';
import { csvLine, csvNumber, csvText } from '@sheetwire/rules/csv';
import type { CellValue } from './cell-history.ts';
import { goneWords } from './history-words.ts';

/** A value as its list tells it. */
export interface ValueRow extends CellValue {
  /** What it grew or fell by; empty where either is no number. */
  readonly difference: string;
  readonly percent: string;
}

/** The values with what each changed, newest first; `mark` is that of their page, where the server said it. */
export function valueRows(values: readonly CellValue[], mark?: DecimalMark): ValueRow[] {
  const texts = values.map(({ text }) => text);
  const marks = mark ? { was: mark, now: mark } : decimalMarks(texts, texts);
  return values.map((value, n) => {
    const before = values[n + 1];
    const change = before && numberChange(before.text, value.text, marks);
    return { ...value, difference: change?.difference ?? '', percent: change?.percent ?? '' };
  });
}

const heads = ['Time', 'Value', 'Number', 'Difference', 'Publisher', 'Version', 'Cell'];

/** The values as comma separated text, with times in UTC; a text that starts like a formula stands behind an apostrophe. */
export function valuesCsv(rows: readonly ValueRow[], cell: string): string {
  const lines = rows.map(({ utc, text, num, difference, by, version, gone, cell: then = cell }) => [
    utc,
    num === null ? csvText(gone ? goneWords : text) : csvNumber(text),
    num === null ? '' : String(num),
    csvNumber(difference),
    csvText(by),
    String(version),
    csvText(then),
  ]);
  return [heads, ...lines].map(csvLine).join('');
}
