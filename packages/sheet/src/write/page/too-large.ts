import { limits } from '@sheetwire/contract/limits';

const words = {
  cells: `It has more than ${limits.export.cells.toLocaleString('en-US')} cells: download one page instead, or a CSV file.`,
  rows: `A page has more than ${limits.export.rows.toLocaleString('en-US')} rows, more than a spreadsheet can have.`,
  columns: `A page has more than ${limits.export.columns.toLocaleString('en-US')} columns, more than a spreadsheet can have.`,
};

/** More than a file may hold; its message says what to do. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';

  constructor(what: keyof typeof words) {
    super(words[what]);
  }
}
