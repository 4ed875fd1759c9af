import type { SentValue, SheetValues } from '@sheetwire/contract/publish';
import { parseAddress, parseRange } from '../address.ts';
import type { CellRange, CellValue } from '../model.ts';
import { quoted, WorkbookError } from '../workbook-error.ts';

/** New values by the name of their sheet. */
export type NewValues = readonly (readonly [sheet: string, values: ValuesByRow])[];

/** What a cell is to hold; `text` is how its spreadsheet shows it. */
export interface NewValue {
  readonly value: CellValue | undefined;
  readonly text: string | undefined;
}

/** New values of one sheet, by row and column; of several of one cell the last. */
export type ValuesByRow = ReadonlyMap<number, ReadonlyMap<number, NewValue>>;

/** Values that cannot be read: the message says which and why. */
export class ValuesError extends WorkbookError {}

type Rows = Map<number, Map<number, NewValue>>;

/** The values by their places, each sheet once; throws ValuesError for what is no address and for rows that do not fill their range. */
export function newValues(sheets: readonly SheetValues[]): NewValues {
  const found = new Map<string, readonly [sheet: string, rows: Rows]>();
  for (const sent of sheets) {
    const key = sent.name.toLowerCase();
    const entry = found.get(key) ?? ([sent.name, new Map()] as const);
    found.set(key, entry);
    addValues(entry[1], sent);
  }
  return [...found.values()];
}

function addValues(rows: Rows, sent: SheetValues): void {
  const put = (row: number, column: number, one: NewValue) => {
    const inRow = rows.get(row) ?? new Map<number, NewValue>();
    rows.set(row, inRow.set(column, one));
  };
  if (sent.range !== undefined || sent.rows) putRange(sent, put);
  for (const [text, value, shown] of sent.cells ?? []) {
    const place = parseAddress(text);
    if (!place) throw new ValuesError(`${quoted(text)} is not the address of a cell, such as B7`);
    put(place.row, place.column, { value: heldValue(value), text: shown });
  }
}

function putRange(sent: SheetValues, put: (row: number, column: number, one: NewValue) => void): void {
  const { rows = [], texts } = sent;
  const range = rangeOf(sent);
  for (const [n, row] of rows.entries()) {
    for (const [m, value] of row.entries()) {
      put(range.top + n, range.left + m, { value: heldValue(value), text: texts?.[n]?.[m] ?? undefined });
    }
  }
}

function rangeOf({ name, range = '', rows = [], texts }: SheetValues): CellRange {
  const found = parseRange(range);
  if (!found) throw new ValuesError(`The rows of ${quoted(name)} need a range, such as B2:D40`);
  const height = found.bottom - found.top + 1;
  const width = found.right - found.left + 1;
  if (rows.length !== height || rows.some((row) => row.length !== width)) {
    throw new ValuesError(`${quoted(range)} has ${sizeOf(height, width)}; send as many values`);
  }
  const isTold = texts?.length === height && texts.every((row) => row.length === width);
  if (texts && !isTold) throw new ValuesError(`${quoted(range)} has ${sizeOf(height, width)}; send as many texts`);
  return found;
}

function sizeOf(height: number, width: number): string {
  return `${height} ${height === 1 ? 'row' : 'rows'} of ${width} ${width === 1 ? 'cell' : 'cells'}`;
}

function heldValue(value: SentValue): CellValue | undefined {
  return value ?? undefined;
}
