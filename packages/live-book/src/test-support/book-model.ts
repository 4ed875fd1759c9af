import { areaName, cellName, placeOf } from '../cell-names.ts';
import { choicesOfCells, kindOfCell, literalChoices } from '../control-kind.ts';
import { listCells, sharedArea } from '../list-source.ts';
import {
  BookClosed,
  type BookControl,
  type BookName,
  type BookValue,
  type CellArea,
  type CellEntry,
  CellLocked,
  type Choice,
  FORMULA,
} from '../live-book.ts';
import { edited } from './book-edits.ts';
import { cellsIn, fileOf } from './book-file.ts';
import { type BookSpec, dressed, type Edit, type ListSpec, splitCell } from './book-spec.ts';
import { type ShownBook, shownIn } from './shown-book.ts';

/** A spreadsheet program with one workbook open, as far as publishers meet it. */
export class BookModel {
  #spec: BookSpec;
  readonly #before: BookSpec[] = [];
  readonly #hearers = new Set<(edit: Edit) => void>();
  #shown: Promise<ShownBook> | undefined;
  /** Somebody types in a cell: the program takes nothing from others. */
  isTyping = false;
  isClosed = false;

  constructor(spec: BookSpec) {
    this.#spec = spec;
  }

  get spec(): BookSpec {
    if (this.isClosed) throw new BookClosed();
    return this.#spec;
  }

  apply(edit: Edit): void {
    if ('undo' in edit) this.#spec = this.#before.pop() ?? this.#spec;
    else {
      this.#before.push(this.#spec);
      this.#spec = edited(this.#spec, edit);
    }
    this.#shown = undefined;
    for (const hear of this.#hearers) hear(edit);
  }

  onEdit(hear: (edit: Edit) => void): () => void {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  }

  /** What the program shows, formulas calculated. */
  shown(): Promise<ShownBook> {
    this.#shown ??= shownIn(fileOf(this.spec), this.spec.hasDecimalComma);
    return this.#shown;
  }

  /** The workbook as the program saves it. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const { spec } = this;
    const shown = await this.shown();
    return fileOf(spec, (sheet, address) => shown.get(sheet)?.get(address)?.value);
  }

  async usedRange(sheet: string): Promise<CellArea | undefined> {
    return areaAround([...((await this.shown()).get(sheet)?.keys() ?? [])]);
  }

  /** What a user of the program may write into a cell; text is never a formula. */
  write(sheet: string, address: string, entry: CellEntry): void {
    if (this.formulaOf(sheet, address) !== undefined) throw new CellLocked(FORMULA);
    this.apply({ set: `${sheet}!${address}`, to: heldBy(entry) });
  }

  /** The entries of a cell's list. */
  async choices({ sheet, address }: Pick<BookControl, 'sheet' | 'address'>): Promise<Choice[]> {
    const { lists = [] } = this.spec.sheets.find(({ name }) => name === sheet) ?? {};
    const holds = ({ area }: ListSpec) => cellsIn(area).some(({ row, column }) => cellName(row, column) === address);
    const { source = '""' } = lists.find(holds) ?? {};
    if (source.startsWith('"')) return literalChoices(source.slice(1, -1));
    const found = listCells(source, sheet, scopedNames(this.spec));
    // As the portal shows it, whatever the program writes.
    const from = (await shownIn(fileOf(this.spec))).get(found?.sheet ?? sheet);
    const used = areaAround([...(from?.keys() ?? [])]);
    const area = found && used && sharedArea(found.area, used);
    const cells = area ? cellsIn(areaName(area)) : [];
    return choicesOfCells(cells.flatMap(({ row, column }) => from?.get(cellName(row, column)) ?? []));
  }

  /** The formula of a cell, with its sign. */
  formulaOf(sheet: string, address: string): string | undefined {
    const { formula } = dressed(this.spec.sheets.find(({ name }) => name === sheet)?.cells[address]);
    return formula === undefined ? undefined : `=${formula}`;
  }

  /** The cells with a list, and those that a name beginning with CTL_ stands for. */
  async controls(): Promise<BookControl[]> {
    const shown = await this.shown();
    const listed = this.spec.sheets.flatMap(({ name, lists = [] }) =>
      lists.flatMap((list) => cellsIn(list.area).map((place) => listControl(name, list, place))),
    );
    const named = Object.entries(this.spec.names ?? {}).flatMap(([name, refers]) => {
      if (!name.startsWith('CTL_')) return [];
      const [sheet, address] = splitCell(refers.replaceAll('$', ''));
      const same = listed.find((control) => control.sheet === sheet && control.address === address);
      return [{ ...(same ?? plainControl(this.spec, sheet, { address, shown })), name }];
    });
    const isNamed = (one: BookControl) =>
      named.some(({ sheet, address }) => sheet === one.sheet && address === one.address);
    return [...named, ...listed.filter((one) => !isNamed(one))];
  }
}

/** The names of a workbook and of its sheets. */
export function scopedNames({ names = {}, sheets }: BookSpec): BookName[] {
  const ofBook = Object.entries(names).map(([name, refers]) => ({ name, refers }));
  const ofSheets = sheets.flatMap((sheet) =>
    Object.entries(sheet.names ?? {}).map(([name, refers]) => ({ name, sheet: sheet.name, refers })),
  );
  return [...ofBook, ...ofSheets];
}

/** The smallest area that has all of these cells. */
export function areaAround(addresses: readonly string[]): CellArea | undefined {
  const places = addresses.flatMap((address) => placeOf(address) ?? []);
  if (places.length === 0) return undefined;
  const rows = places.map(({ row }) => row);
  const columns = places.map(({ column }) => column);
  const [top, left] = [rows, columns].map((list) => list.reduce((a, b) => Math.min(a, b)));
  const [bottom, right] = [rows, columns].map((list) => list.reduce((a, b) => Math.max(a, b)));
  return { top: top ?? 1, left: left ?? 1, bottom: bottom ?? 1, right: right ?? 1 };
}

type Place = NonNullable<ReturnType<typeof placeOf>>;

function heldBy(entry: CellEntry): BookValue {
  switch (entry.kind) {
    case 'text':
      return entry.text;
    case 'number':
      return entry.number;
    case 'boolean':
      return entry.is;
    case 'empty':
      return null;
  }
}

function listControl(sheet: string, { allowsBlank = false }: ListSpec, place: Place): BookControl {
  return { sheet, address: cellName(place.row, place.column), kind: 'list', allowsBlank };
}

interface PlainAt {
  readonly address: string;
  readonly shown: ShownBook;
}

function plainControl(spec: BookSpec, sheet: string, { address, shown }: PlainAt): BookControl {
  const { format = '' } = dressed(spec.sheets.find(({ name }) => name === sheet)?.cells[address]);
  return { sheet, address, kind: kindOfCell(shown.get(sheet)?.get(address)?.value ?? null, format) };
}
