import { OfficeMockObject } from 'office-addin-mock';
import { areaName, areaOf, cellName } from '../cell-names.ts';
import type { CellArea } from '../live-book.ts';
import type { OfficeContext, OfficeHost } from '../office/office-api.ts';
import { areaAround, type BookModel } from './book-model.ts';
import { type BookSpec, dressed, type SheetSpec, splitCell } from './book-spec.ts';
import { areaNamed, eventNames, eventsOf, listOver, plain, typed, visibleAreas } from './excel-behavior.ts';
import { officeError } from './office-object.ts';
import type { ShownBook } from './shown-book.ts';

type Fields = Readonly<Record<string, unknown>>;
type Hear = (event: { readonly changeType?: string }) => Promise<void>;

/** Handed over whole, as one answer: office-addin-mock takes data when an object is made, not when it is loaded. */
const mostCells = 100_000;
/** What may be loaded of an object that turns out to be none. */
const nowhere = { rowIndex: 0, columnIndex: 0, rowCount: 0, columnCount: 0, address: '' };
const wholeSheet: CellArea = { top: 1, left: 1, bottom: 1_048_576, right: 16_384 };

interface MadeOf {
  /** What can be read once it was loaded and synced. */
  readonly fields?: Fields;
  /** Methods and objects within it. */
  readonly parts?: Fields;
  readonly items?: readonly ExcelMock[];
  readonly write?: (values: unknown[][]) => void;
}

/**
 * An object of office-addin-mock, which tells what was not loaded or synced. Lists, null objects, rules and writes are
 * ours: the package has none.
 */
class ExcelMock extends OfficeMockObject {
  constructor({ fields = {}, parts = {}, items, write }: MadeOf) {
    super(items ? { ...fields, items } : fields);
    const load = (names: string) => super.load(names);
    const sync = () => super.sync();
    Object.assign(this, { isNullObject: false, ...parts });
    Object.assign(this, {
      load: (names: string) => {
        for (const name of names.split(',')) this.#load(name.split('/'), { parts, items, load });
      },
      sync: async () => {
        const values: unknown = Reflect.get(this, 'values');
        if (Array.isArray(values) && values !== fields.values) write?.(values);
        await sync();
      },
    });
  }

  #load(
    [first = '', ...rest]: readonly string[],
    {
      parts,
      items,
      load,
    }: { parts: Fields; items: readonly ExcelMock[] | undefined; load: (names: string) => unknown },
  ): void {
    const within = parts[first];
    if (rest.length === 0 && within === undefined) load(first);
    if (rest.length === 0) return;
    if (first === 'items') load('items');
    const objects = first === 'items' ? (items ?? []) : [within];
    for (const one of objects) if (one instanceof ExcelMock) one.load(rest.join('/'));
  }
}

/** Excel around a workbook in memory, of objects of office-addin-mock. */
export class MockedExcel {
  readonly host: OfficeHost;
  readonly #model: BookModel;
  readonly #hearers = new Map<string, Set<Hear>>();

  constructor(model: BookModel) {
    this.#model = model;
    model.onEdit((edit) => {
      for (const [name, changeType] of eventsOf(edit)) {
        for (const hear of this.#hearers.get(name) ?? []) void hear({ changeType });
      }
    });
    this.host = {
      run: (work) => this.#run(work),
      document: {
        getFileAsync: (_kind, _options, tell) =>
          void model.bytes().then((bytes) => {
            const getSliceAsync: Parameters<typeof tell>[0]['value']['getSliceAsync'] = (_at, told) =>
              told({ status: 'succeeded', value: { data: bytes } });
            tell({ status: 'succeeded', value: { sliceCount: 1, getSliceAsync, closeAsync: () => undefined } });
          }),
      },
    };
  }

  async #run<T>(work: (context: OfficeContext) => Promise<T>): Promise<T> {
    const batch = new MockBatch(this.#model, await this.#model.shown(), this.#hearers);
    // The objects are made by name: their shapes are those that the adapter declares.
    return work({
      application: batch.application(),
      workbook: batch.workbook(),
      sync: () => batch.sync(),
    } as unknown as OfficeContext);
  }
}

/** The objects of one `Excel.run`. */
class MockBatch {
  readonly #model: BookModel;
  readonly #hearers: Map<string, Set<Hear>>;
  readonly #made: ExcelMock[] = [];
  #shown: ShownBook;

  constructor(model: BookModel, shown: ShownBook, hearers: Map<string, Set<Hear>>) {
    this.#model = model;
    this.#shown = shown;
    this.#hearers = hearers;
  }

  /** Office answers all that was asked for; office-addin-mock does not wait for objects within objects, which end first. */
  async sync(): Promise<void> {
    if (this.#model.isTyping) throw officeError('InvalidOperationInCellEditMode');
    for (const one of this.#made) await one.sync();
    this.#shown = await this.#model.shown();
  }

  workbook(): ExcelMock {
    const { spec } = this.#model;
    return this.#make({
      fields: { name: 'book.xlsx', use1904DateSystem: spec.has1904Dates ?? false },
      parts: { worksheets: this.#worksheets(), names: this.#names(spec.names) },
    });
  }

  application(): ExcelMock {
    const { hasDecimalComma = false } = this.#model.spec;
    const [decimalSeparator, thousandsSeparator] = hasDecimalComma ? [',', '.'] : ['.', ','];
    const cultureInfo = this.#make({ fields: { name: hasDecimalComma ? 'de-DE' : 'en-US' } });
    return this.#make({ fields: { decimalSeparator, thousandsSeparator }, parts: { cultureInfo } });
  }

  #names(names: BookSpec['names'] = {}): ExcelMock {
    const items = Object.entries(names).map(([name, refers]) => {
      const [sheet, area] = splitCell(refers.replaceAll('$', ''));
      return this.#make({
        fields: { name, formula: `=${refers}`, visible: true },
        parts: { getRangeOrNullObject: () => this.#range(sheet, areaOf(area)) },
      });
    });
    return this.#make({ items });
  }

  #worksheets(): ExcelMock {
    const handlers = Object.fromEntries(
      eventNames.map((name) => [name, { add: (hear: Hear) => this.#add(name, hear) }]),
    );
    return this.#make({
      items: this.#model.spec.sheets.map((sheet) => this.#sheet(sheet)),
      parts: { ...handlers, getItem: (name: string) => this.#sheet(this.#specOf(name)) },
    });
  }

  #sheet({ name, isHidden = false, names }: SheetSpec): ExcelMock {
    return this.#make({
      fields: { name, visibility: isHidden ? 'Hidden' : 'Visible' },
      parts: {
        getRange: (address?: string) => this.#range(name, address === undefined ? wholeSheet : areaNamed(address)),
        getRangeByIndexes: (row: number, column: number, rows: number, columns: number) =>
          this.#range(name, { top: row + 1, left: column + 1, bottom: row + rows, right: column + columns }),
        getUsedRangeOrNullObject: () => this.#range(name, this.#usedOf(name)),
        names: this.#names(names),
      },
    });
  }

  #range(sheet: string, area: CellArea | undefined): ExcelMock {
    if (!area) return this.#make({ fields: nowhere, parts: { isNullObject: true } });
    const lists = () => (this.#specOf(sheet).lists ?? []).map((list) => list.area);
    const found = (kind: string) => (kind === 'Visible' ? visibleAreas(this.#specOf(sheet), area) : lists());
    return this.#make({
      fields: this.#rangeFields(sheet, area),
      parts: {
        worksheet: this.#make({ fields: { name: sheet } }),
        dataValidation: this.#validation(sheet, area),
        getSpecialCellsOrNullObject: (kind: string) => this.#areas(sheet, found(kind)),
        getMergedAreasOrNullObject: () => this.#areas(sheet, this.#specOf(sheet).merges ?? []),
      },
      write: ([row = []]) => this.#model.apply({ set: `${sheet}!${cellName(area.top, area.left)}`, to: typed(row[0]) }),
    });
  }

  #rangeFields(sheet: string, area: CellArea): Fields {
    const { top, left, bottom, right } = area;
    const [rowCount, columnCount] = [bottom - top + 1, right - left + 1];
    const place = {
      rowIndex: top - 1,
      columnIndex: left - 1,
      rowCount,
      columnCount,
      address: `${sheet}!${areaName(area)}`,
    };
    if (rowCount * columnCount > mostCells) return place;
    const { cells } = this.#specOf(sheet);
    const shown = this.#shown.get(sheet);
    const grid = <T>(of: (address: string) => T): T[][] =>
      Array.from({ length: rowCount }, (_, n) =>
        Array.from({ length: columnCount }, (__, m) => of(cellName(top + n, left + m))),
      );
    return {
      ...place,
      formulas: grid((at) => this.#model.formulaOf(sheet, at) ?? plain(shown?.get(at)?.value ?? '')),
      values: grid((at) => plain(shown?.get(at)?.value ?? '')),
      text: grid((at) => shown?.get(at)?.text ?? ''),
      valueTypes: grid((at) => (typeof shown?.get(at)?.value === 'object' ? 'Error' : 'Other')),
      numberFormat: grid((at) => dressed(cells[at]).format ?? 'General'),
    };
  }

  #validation(sheet: string, area: CellArea): ExcelMock {
    const list = listOver(this.#specOf(sheet), area);
    const { source = '', allowsBlank = true } = list ?? {};
    const told = source.startsWith('"') ? source.slice(1, -1) : `=${source}`;
    return this.#make({
      fields: { type: list ? 'List' : 'None', ignoreBlanks: list ? (list.allowsBlank ?? false) : allowsBlank },
      parts: { rule: list ? { list: { source: told } } : {} },
    });
  }

  #areas(sheet: string, addresses: readonly string[]): ExcelMock {
    const items = addresses.map((address) => this.#make({ fields: { address: `${sheet}!${address}` } }));
    return this.#make({ parts: { isNullObject: items.length === 0, areas: this.#make({ items }) } });
  }

  #specOf(name: string): SheetSpec {
    const found = this.#model.spec.sheets.find((sheet) => sheet.name === name);
    if (!found) throw officeError('ItemNotFound');
    return found;
  }

  #usedOf(name: string): CellArea | undefined {
    this.#specOf(name);
    return areaAround([...(this.#shown.get(name)?.keys() ?? [])]);
  }

  #add(name: string, hear: Hear) {
    const hearers = this.#hearers.get(name) ?? new Set();
    this.#hearers.set(name, hearers.add(hear));
    return { remove: () => hearers.delete(hear) };
  }

  #make(of: MadeOf): ExcelMock {
    const made = new ExcelMock(of);
    this.#made.push(made);
    return made;
  }
}
