import { type BookSource, buildXlsx } from './xlsx-builder.ts';

/** A file of any size, whose reading and rendering may cost no more than in proportion to it. */
export interface GrowingFile {
  readonly name: string;
  /** The ending of its file name, by which it is read; a workbook where none is named. */
  readonly ending?: string;
  /** A size that takes some tens of milliseconds; twice as much is within every cap. */
  readonly size: number;
  readonly bytes: (size: number) => Uint8Array;
}

/** So many pieces in a row. */
export function many(count: number, piece: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => piece(n)).join('');
}

/** A workbook with this in its one sheet. */
export function book(body: string, more: Partial<BookSource> = {}): Uint8Array {
  return buildXlsx({ sheets: [{ body }], ...more });
}

/** So many rows. */
export function rows(count: number, cells: (n: number) => string): string {
  return `<sheetData>${many(count, (n) => `<row r="${n + 1}">${cells(n)}</row>`)}</sheetData>`;
}

/** A cell with a number. */
export const number = '<c><v>1</v></c>';
