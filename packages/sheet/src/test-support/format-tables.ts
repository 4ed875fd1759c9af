import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell, CellValue, Workbook } from '../model.ts';
import { readWorkbook } from '../publish-pages.ts';
import { buildXlsx, cellsXml, formatStyles } from './xlsx-builder.ts';

/** One row of a published table of number formats: what a spreadsheet shows for a value. */
export interface FormatRow {
  readonly expected: string;
  readonly format: string;
  readonly value: string | number;
  readonly category: string;
}

export interface FormatTable {
  readonly name: string;
  readonly rows: readonly FormatRow[];
  readonly has1904Dates: boolean;
}

const files = ['GeneralFormatTests', 'NumberFormatTests', 'DateFormatTests', 'TextFormatTests', 'FormatConditionTests'];

/** The format tables of a folder of samples; none when they are not there. */
export async function formatTables(folder: string): Promise<FormatTable[]> {
  const tables: FormatTable[] = [];
  for (const name of files) {
    const path = join(folder, 'poi', `${name}.xlsx`);
    if (!existsSync(path)) continue;
    const book = await readWorkbook(readFileSync(path));
    tables.push({ name, rows: rowsOf(book), has1904Dates: book.has1904Dates });
  }
  return tables;
}

function rowsOf(book: Workbook): FormatRow[] {
  const sheet = book.sheets.find(({ name }) => name === 'Tests');
  return (sheet?.rows ?? []).slice(1).flatMap((row) => rowOf(row.cells));
}

function rowOf(cells: readonly Cell[]): FormatRow[] {
  const at = (column: number): CellValue | undefined => cells.find((cell) => cell.column === column)?.value;
  const format = at(2);
  const value = at(3);
  const expected = at(1) ?? '';
  const category = String(at(4) ?? '');
  if (typeof format !== 'string' || (typeof value !== 'number' && typeof value !== 'string')) return [];
  return [{ expected: String(expected), format, value, category }];
}

/** A workbook, of the 1904 date system as the tables are, with each row's value in a cell of that row's format. */
export function formatTableBook(rows: readonly FormatRow[]): Uint8Array {
  const codes = [...new Set(rows.map((row) => row.format))];
  const cells = rows.map((row) => [[row.value, codes.indexOf(row.format) + 1] as const]);
  return buildXlsx({
    before: '<workbookPr date1904="1"/>',
    sheets: [{ name: 'Formats', body: cellsXml(cells) }],
    styles: formatStyles(codes),
  });
}
