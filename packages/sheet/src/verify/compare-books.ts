import { cellAddress } from '../address.ts';
import type { Cell, Sheet, Workbook } from '../model.ts';

/** A cell that is not what was published: what it is in the file, and what was published; undefined where it is not there. */
export interface OtherCell {
  readonly sheet: string;
  readonly cell: string;
  readonly is: string | undefined;
  readonly was: string | undefined;
}

export interface BookComparison {
  /** Cells that are what was published. */
  readonly confirmed: number;
  readonly others: readonly OtherCell[];
  /** Sheets of the file that are no page of the report. */
  readonly unknown: readonly string[];
}

/** A file against the one that is made of what was published: values and number formats, cell by cell. */
export function compareBooks(given: Workbook, due: Workbook, isFigures: (sheet: Sheet) => boolean): BookComparison {
  const others: OtherCell[] = [];
  const unknown: string[] = [];
  let confirmed = 0;
  for (const sheet of given.sheets.filter(isFigures)) {
    const page = due.sheets.find(({ name }) => name === sheet.name);
    if (!page) {
      unknown.push(sheet.name);
      continue;
    }
    const [is, was] = [cellsOf(sheet, given), cellsOf(page, due)];
    for (const cell of new Set([...was.keys(), ...is.keys()])) {
      const [own, published] = [is.get(cell), was.get(cell)];
      if (own?.key === published?.key) confirmed++;
      else others.push({ sheet: sheet.name, cell, is: own?.text, was: published?.text });
    }
  }
  return { confirmed, others, unknown };
}

interface KnownCell {
  /** Equal for cells that show the same. */
  readonly key: string;
  readonly text: string;
}

function cellsOf({ rows }: Sheet, { styles }: Workbook): Map<string, KnownCell> {
  const cells = new Map<string, KnownCell>();
  for (const { number, cells: row } of rows) {
    for (const cell of row) {
      if (cell.value === undefined || cell.value === '') continue;
      cells.set(cellAddress(number, cell.column), known(cell, styles[cell.style]?.format ?? ''));
    }
  }
  return cells;
}

/** The format says what a number shows; of a text it says nothing. */
function known({ value, shown: asIs, hasFormula }: Cell, format: string): KnownCell {
  const isNumber = typeof value === 'number';
  const text = asIs ?? (typeof value === 'object' ? value.error : String(value));
  const shown = isNumber && format !== 'General' ? `${text} as ${format}` : text;
  return {
    key: JSON.stringify([typeof value, text, isNumber ? format : '', hasFormula === true]),
    text: hasFormula ? `${shown}, a formula` : shown,
  };
}
