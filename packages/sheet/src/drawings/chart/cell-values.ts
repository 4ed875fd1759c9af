import { limits } from '@sheetwire/contract/limits';
import { SheetValues } from '../../conditional/sheet-values.ts';
import { DefinedNames } from '../../defined-names.ts';
import { areasOfName } from '../../formula/areas-of-name.ts';
import { FormulaBook } from '../../formula/formula-book.ts';
import type { Cell, CellRange, Sheet, Workbook } from '../../model.ts';
import { parseReferences, type Reference } from '../../reference.ts';
import type { ValueSource } from './model.ts';

/** What a source of values holds now. */
export interface FoundValues {
  readonly values: readonly (number | string | undefined)[];
  /** Outer levels of categories, from the inmost on. */
  readonly levels: readonly (readonly (string | undefined)[])[];
  readonly format: string | undefined;
}

/** The values of charts as the cells of a workbook have them now, with the bounds of a report (safety 3). */
export class ChartCells {
  readonly #workbook: Workbook;
  readonly #sheets = new Map<string, { readonly sheet: Sheet; readonly values: SheetValues }>();
  #names: DefinedNames | undefined;
  #book: FormulaBook | undefined;
  readonly #work: { left: number } = { left: limits.charts.allPoints };

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
    for (const sheet of workbook.sheets) {
      this.#sheets.set(sheet.name.toLowerCase(), { sheet, values: new SheetValues(sheet) });
    }
  }

  /** Charts may still read as many cells as they have read. */
  get hasRoom(): boolean {
    return this.#work.left > limits.charts.allPoints / 2;
  }

  /** The cells that a reference of a chart leads to; undefined where the workbook does not have them. */
  placesOf(ref: string): { readonly sheet: Sheet; readonly range: CellRange }[] | undefined {
    return this.#areas(ref);
  }

  /** A formula says which cells a reference leads to: any change may make them others. */
  isReckoned(ref: string): boolean {
    const bare = bareOf(ref);
    if (parseReferences(bare)) return false;
    const refers = this.#refersOf(bare);
    return refers !== undefined && parseReferences(refers) === undefined;
  }

  /** The cells of a source where the workbook has them, else what the file remembers. */
  find(source: ValueSource, showsHidden: boolean): FoundValues {
    const remembered = { values: source.cached, levels: source.levels ?? [], format: source.format };
    const areas = source.ref === undefined ? undefined : this.#areas(source.ref);
    if (!areas) return remembered;
    const isAcross = areas.length === 1 && areas.every(({ range }) => runsAcross(range, source));
    const lines = areas.map((area) => this.#lines(area, isAcross));
    const all = lines.flatMap((part) => part.places);
    return this.#found(all, source, showsHidden);
  }

  #found(all: readonly Line[], source: ValueSource, showsHidden: boolean): FoundValues {
    const shown = all.map((line, n) => ({ ...line, n })).filter(({ isHidden }) => showsHidden || !isHidden);
    const depth = shown.reduce((most, { cells }) => Math.max(most, cells.length), 1);
    const at = (line: Line & { n: number }, back: number) => line.cells[line.cells.length - 1 - back];
    const values = shown.map((line) => nowIn(at(line, 0), source.cached[line.n]));
    const levels = Array.from({ length: Math.min(depth, mostLevels) - 1 }, (_, level) =>
      shown.map((line) => textOf(at(line, level + 1))),
    );
    const first = shown.flatMap(({ cells }) => cells).find((cell) => typeof cell?.value === 'number');
    const format = first && this.#workbook.styles[first.style]?.format;
    return { values, levels, format: format ?? source.format };
  }

  #areas(
    ref: string,
  ): { readonly values: SheetValues; readonly sheet: Sheet; readonly range: CellRange }[] | undefined {
    const bare = bareOf(ref);
    const references = parseReferences(bare) ?? this.#named(bare);
    const areas = references?.map(({ sheet, range }) => {
      const known = this.#sheets.get((sheet ?? '').toLowerCase());
      return known && { ...known, range };
    });
    return areas?.every((area) => area !== undefined) ? areas : undefined;
  }

  /** The areas that a name stands for; those of a formula, as of a range that grows, are the ones that it gives now. */
  #named(text: string): readonly Reference[] | undefined {
    const refers = this.#refersOf(text);
    return refers === undefined ? undefined : (parseReferences(refers) ?? this.#reached(text, refers));
  }

  #refersOf(text: string): string | undefined {
    this.#names ??= new DefinedNames(this.#workbook.names);
    return this.#names.refersOf(text);
  }

  #reached(text: string, refers: string): readonly Reference[] | undefined {
    this.#book ??= new FormulaBook(this.#workbook, new Date(0));
    return areasOfName(this.#book, { refers, sheet: DefinedNames.sheetOf(text) });
  }

  /** The places of a range in turn: rows, or columns where it is wider than high. */
  #lines(
    { values, sheet, range }: { values: SheetValues; sheet: Sheet; range: CellRange },
    isAcross: boolean,
  ): { places: Line[] } {
    const [from, to] = isAcross ? [range.left, range.right] : [range.top, range.bottom];
    const depth = isAcross ? range.bottom - range.top + 1 : range.right - range.left + 1;
    const count = Math.min(to - from + 1, limits.charts.points);
    const places: Draft[] = Array.from({ length: count }, () => ({
      cells: new Array<Cell | undefined>(Math.min(depth, mostLevels)).fill(undefined),
      isHidden: false,
    }));
    for (const { row, cell } of values.within(range, this.#work)) {
      const place = places[(isAcross ? cell.column : row) - from];
      const level = isAcross ? row - range.top : cell.column - range.left;
      if (place && level < mostLevels) place.cells[level] = cell;
    }
    if (isAcross) hideColumns(sheet, range.left, places);
    else hideRows(sheet, range.top, places);
    return { places: trimmed(places, range) };
  }
}

/** A reference without the brackets around several areas. */
function bareOf(ref: string): string {
  return ref.startsWith('(') && ref.endsWith(')') ? ref.slice(1, -1) : ref;
}

const mostLevels: number = limits.charts.levels;

/** Levels that are as many as places tell which is which: what the file remembers has the places. */
function runsAcross({ top, left, bottom, right }: CellRange, { cached }: ValueSource): boolean {
  const [rows, columns] = [bottom - top + 1, right - left + 1];
  if (rows > 1 && columns > 1 && rows !== columns) {
    if (cached.length === rows) return false;
    if (cached.length === columns) return true;
  }
  return rows < columns;
}

interface Line {
  readonly cells: readonly (Cell | undefined)[];
  readonly isHidden: boolean;
}

interface Draft {
  readonly cells: (Cell | undefined)[];
  isHidden: boolean;
}

function hideRows(sheet: Sheet, top: number, places: readonly Draft[]): void {
  for (const { number, isHidden } of sheet.rows) {
    const place = isHidden ? places[number - top] : undefined;
    if (place) place.isHidden = true;
  }
}

function hideColumns({ columns }: Sheet, left: number, places: readonly Draft[]): void {
  for (const { from, to, isHidden } of columns) {
    const last = Math.min(to - left, places.length - 1);
    for (let at = Math.max(0, from - left); isHidden && at <= last; at++) {
      const place = places[at];
      if (place) place.isHidden = true;
    }
  }
}

/** A whole column ends with its last value. */
function trimmed(places: readonly Draft[], range: CellRange): Line[] {
  if (range.bottom - range.top < wholeColumn) return [...places];
  const last = places.findLastIndex(({ cells }) => cells.some((cell) => cell !== undefined));
  return places.slice(0, last + 1);
}
const wholeColumn = 100_000;

/** Text counts as nothing where numbers are drawn, which is for the reader of the values to say. */
function nowIn(cell: Cell | undefined, remembered: number | string | undefined): number | string | undefined {
  if (cell?.isUncalculated) return remembered;
  const value = cell?.value;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' ? undefined : typeof value === 'string' ? cut(value) : value;
}

function textOf(cell: Cell | undefined): string | undefined {
  const value = cell?.value;
  return value === undefined || typeof value === 'object' ? undefined : cut(String(value));
}

/** Charts show as much of a text of a cell as of one that they hold themselves. */
function cut(text: string): string {
  const { text: most } = limits.charts;
  return text.length > most ? text.slice(0, most).toWellFormed() : text;
}
