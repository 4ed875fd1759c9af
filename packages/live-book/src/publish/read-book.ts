import { limits } from '@sheetwire/contract/limits';
import { partsOf, sizeOf } from '../cell-names.ts';
import type { BookSheet, BookValue, CellArea, LiveBook } from '../live-book.ts';

/** The values and texts of a sheet, from `area.top`, `area.left` on. */
export interface SheetCells {
  readonly area: CellArea;
  readonly values: readonly (readonly BookValue[])[];
  readonly texts: readonly (readonly string[])[];
}

/** A workbook as it was at one time. */
export interface BookImage {
  /** All that makes values of it wrong on another workbook: sheets, their cells, names, lists, formats. */
  readonly structure: string;
  /** All sheets, in the order of their tabs. */
  readonly names: readonly string[];
  /** By the name of the sheet. */
  readonly sheets: ReadonlyMap<string, SheetCells>;
  /** It has more cells than values are sent for. */
  readonly isTooLarge: boolean;
}

interface Reading {
  /** Gives the spreadsheet its turn. */
  readonly pause: () => Promise<void>;
  /** Counts changes: what is read across one is read again. */
  readonly changes: () => number;
}

interface Outline {
  readonly text: string;
  readonly areas: readonly (readonly [sheet: BookSheet, area: CellArea | undefined])[];
}

/**
 * Reads a workbook in parts, so that its program stays usable. Where it changed meanwhile it is read again; one that never
 * rests is taken as it was read, unless its cells moved.
 */
export async function readBook(book: LiveBook, reading: Reading): Promise<BookImage> {
  for (let reads = 1; ; reads++) {
    const changes = reading.changes();
    const outline = await outlineOf(book);
    const structure = `${outline.text}\n${await lookOf(book, outline)}`;
    const isTooLarge = cellsOf(outline) > limits.maxCells;
    const sheets = isTooLarge ? new Map<string, SheetCells>() : await readSheets(book, outline, reading.pause);
    // A program may tell of a row that was inserted only after cells were read from where they are no more.
    const isThere = (await outlineOf(book)).text === outline.text;
    const isSame = reading.changes() === changes;
    const isLast = reads > limits.liveBook.rereads;
    const names = outline.areas.map(([{ name }]) => name);
    if (isThere && (isSame || isLast)) return { structure, names, sheets, isTooLarge };
  }
}

async function outlineOf(book: LiveBook): Promise<Outline> {
  const sheets = await book.sheets();
  const areas: [BookSheet, CellArea | undefined][] = [];
  for (const sheet of sheets) areas.push([sheet, await book.usedRange(sheet.name)]);
  const lines = areas.map(([{ name, isHidden }, area]) => [name, isHidden, area && Object.values(area)]);
  return { text: JSON.stringify(lines), areas };
}

async function lookOf(book: LiveBook, { areas }: Outline): Promise<string> {
  const { has1904Dates } = await book.facts();
  const looks: unknown[] = [has1904Dates, await book.names()];
  for (const [{ name }] of areas) looks.push([await book.look(name), await book.validations(name)]);
  return JSON.stringify(looks);
}

function cellsOf({ areas }: Outline): number {
  return areas.reduce((sum, [, area]) => sum + (area ? sizeOf(area) : 0), 0);
}

async function readSheets(book: LiveBook, { areas }: Outline, pause: Reading['pause']) {
  const sheets = new Map<string, SheetCells>();
  const { isInUsEnglish } = await book.facts();
  for (const [{ name }, area] of areas) {
    if (!area) continue;
    const cells = await readSheet(book, name, area, pause);
    sheets.set(name, isInUsEnglish ? cells : withoutForeignTexts(cells));
  }
  return sheets;
}

/**
 * The portal shows what it makes of a number format beside what a publisher sends: on one page 1.235 must not be read in
 * two ways.
 */
function withoutForeignTexts({ area, values, texts }: SheetCells): SheetCells {
  const own = (n: number, m: number, text: string) => (typeof values[n]?.[m] === 'string' ? text : '');
  return { area, values, texts: texts.map((row, n) => row.map((text, m) => own(n, m, text))) };
}

async function readSheet(book: LiveBook, name: string, area: CellArea, pause: Reading['pause']): Promise<SheetCells> {
  const height = area.bottom - area.top + 1;
  const values: BookValue[][] = Array.from({ length: height }, () => []);
  const texts: string[][] = Array.from({ length: height }, () => []);
  for (const part of partsOf(area, limits.liveBook.read)) {
    const read = await book.read(name, part);
    for (const [n, row] of read.values.entries()) values[part.top - area.top + n]?.push(...row);
    for (const [n, row] of read.texts.entries()) texts[part.top - area.top + n]?.push(...row);
    await pause();
  }
  return { area, values, texts };
}
