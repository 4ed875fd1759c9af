import { cellError } from '@sheetwire/contract/publish';
import { areaName, cellName } from '../cell-names.ts';
import type { BookName, BookValue, CellArea, ReadCells } from '../live-book.ts';
import type { OfficeAreas, OfficeContext, OfficeList, OfficeName, OfficeRange, OfficeSheet } from './office-api.ts';

/** The range of an area. */
export function rangeOf(sheet: OfficeSheet, { top, left, bottom, right }: CellArea): OfficeRange {
  return sheet.getRangeByIndexes(top - 1, left - 1, bottom - top + 1, right - left + 1);
}

/** The area of a range whose place was loaded. */
export function areaOfRange({ rowIndex, columnIndex, rowCount, columnCount }: OfficeRange): CellArea {
  return { top: rowIndex + 1, left: columnIndex + 1, bottom: rowIndex + rowCount, right: columnIndex + columnCount };
}

/** Names of the workbook, or of a sheet, whose `items/name,items/formula` were loaded. */
export function namesIn(names: OfficeList<OfficeName>, sheet?: string): BookName[] {
  const where = sheet === undefined ? {} : { sheet };
  return names.items.map(({ name, formula }) => ({ name, refers: String(formula), ...where }));
}

/** Excel's code of a fault; '' for one that is not Excel's. */
export function codeOf(fault: unknown): string {
  return fault instanceof Error && 'code' in fault ? String(fault.code) : '';
}

/** What is asked of a sheet's cells; a sheet that is one chart has none. */
export async function ofCells<T, N>(ask: () => Promise<T>, none: N): Promise<T | N> {
  try {
    return await ask();
  } catch (fault) {
    if (codeOf(fault) !== 'UnsupportedSheet') throw fault;
    return none;
  }
}

/** The names that sheets have of their own, asked for at once; a sheet that is one chart may refuse that, and has none. */
export async function namesOfSheets(context: OfficeContext, sheets: readonly OfficeSheet[]): Promise<BookName[]> {
  const ask = async (some: readonly OfficeSheet[]): Promise<BookName[]> => {
    for (const { names } of some) names.load('items/name,items/formula');
    await context.sync();
    return some.flatMap(({ names, name }) => namesIn(names, name));
  };
  try {
    return await ask(sheets);
  } catch (fault) {
    if (codeOf(fault) !== 'UnsupportedSheet') throw fault;
    const found: BookName[] = [];
    for (const sheet of sheets) found.push(...(await ofCells(() => ask([sheet]), [])));
    return found;
  }
}

/** Where a sheet has values; undefined where it has none. */
export async function usedOf(context: OfficeContext, sheet: OfficeSheet): Promise<CellArea | undefined> {
  const used = sheet.getUsedRangeOrNullObject(true);
  used.load('rowIndex,columnIndex,rowCount,columnCount');
  await context.sync();
  return used.isNullObject ? undefined : areaOfRange(used);
}

/** The cells of a range whose `values,text,valueTypes` were loaded. */
export function cellsOfRange({
  values,
  text,
  valueTypes,
}: Pick<OfficeRange, 'values' | 'text' | 'valueTypes'>): ReadCells {
  if (!values || !text || !valueTypes) throw new Error('Excel cannot return this many cells at once');
  return { values: values.map((row, n) => row.map((value, m) => valueIn(value, valueTypes[n]?.[m]))), texts: text };
}

function valueIn(value: unknown, type = ''): BookValue {
  if (type === 'Error') return { error: errorIn(String(value)) };
  if (value === '' || value === null || value === undefined) return null;
  return typeof value === 'number' || typeof value === 'boolean' ? value : textIn(value);
}

/** An Excel of another language may name its errors in it: what the portal does not know as one is `#VALUE!`, with its own text. */
function errorIn(text: string): string {
  return cellError.safeParse(text).success ? text : '#VALUE!';
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** An address without its sheet and dollar signs. */
export function bareAddress(address: string): string {
  return address.slice(address.lastIndexOf('!') + 1).replaceAll('$', '');
}

/** The addresses of areas whose `areas/items/address` were loaded. */
export function addressesOf(areas: OfficeAreas): string[] {
  return areas.isNullObject ? [] : areas.areas.items.map(({ address }) => bareAddress(address));
}

/** The cells of an area by their names, at most so many. */
export function namesOfCells({ top, left, bottom, right }: CellArea, most: number): string[] {
  const names: string[] = [];
  for (let row = top; row <= bottom && names.length < most; row++) {
    for (let column = left; column <= right && names.length < most; column++) names.push(cellName(row, column));
  }
  return names;
}

/** A text that changes when a format of the area does: `0.00*40` for forty cells of one format in a row. */
export function formatsText(area: CellArea, formats: readonly (readonly string[])[] | null): string {
  const runs: [format: string, count: number][] = [];
  for (const format of formats?.flat() ?? []) {
    const last = runs.at(-1);
    if (last?.[0] === format) last[1]++;
    else runs.push([format, 1]);
  }
  return JSON.stringify([areaName(area), runs]);
}
