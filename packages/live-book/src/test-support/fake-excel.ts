import { areaName, areaOf, cellName } from '../cell-names.ts';
import type { CellArea } from '../live-book.ts';
import type { OfficeContext, OfficeFile, OfficeHost } from '../office/office-api.ts';
import type { BookModel } from './book-model.ts';
import { dressed, type Edit, type SheetSpec, splitCell } from './book-spec.ts';
import { areaNamed, eventNames, eventsOf, listOver, plain, typed, visibleAreas } from './excel-behavior.ts';
import { OfficeBatch, officeError, officeObject } from './office-object.ts';

type Hear = (event: { readonly changeType?: string }) => Promise<void>;

/** Excel around a workbook in memory, as far as Office.js shows it to an add-in: loads, syncs, events, edit mode. */
export class FakeExcel {
  readonly host: OfficeHost;
  readonly #model: BookModel;
  readonly #hearers = new Map<string, Set<Hear>>();
  /** Sheets that are one chart: Excel names them and refuses all else. */
  readonly charts = new Set<string>();
  /** Cells of the largest single answer. */
  largestRead = 0;

  constructor(model: BookModel) {
    this.#model = model;
    model.onEdit((edit) => this.#tell(edit));
    this.host = {
      run: (work) => this.#run(work),
      document: {
        getFileAsync: (_kind, _options, tell) =>
          void this.#file().then((value) => tell({ status: 'succeeded', value })),
      },
    };
  }

  async #run<T>(work: (context: OfficeContext) => Promise<T>): Promise<T> {
    const batch = new OfficeBatch();
    const sync = async () => {
      if (this.#model.isTyping) throw officeError('InvalidOperationInCellEditMode');
      await batch.sync();
    };
    // The objects are made by name: their shapes are those that the adapter declares.
    return work({
      application: this.#application(batch),
      workbook: this.#workbook(batch),
      sync,
    } as unknown as OfficeContext);
  }

  async #file(): Promise<OfficeFile> {
    const bytes = await this.#model.bytes();
    const half = Math.ceil(bytes.length / 2);
    return {
      sliceCount: 2,
      getSliceAsync: (at, tell) => {
        const data = [...bytes.subarray(at * half, (at + 1) * half)];
        tell({ status: 'succeeded', value: { data } });
      },
      closeAsync: () => undefined,
    };
  }

  #application(batch: OfficeBatch): object {
    const { hasDecimalComma = false } = this.#model.spec;
    const [decimalSeparator, thousandsSeparator] = hasDecimalComma ? [',', '.'] : ['.', ','];
    const name = hasDecimalComma ? 'de-DE' : 'en-US';
    const cultureInfo = officeObject(batch, { fields: async () => ({ name }) });
    return officeObject(batch, {
      fields: async () => ({ decimalSeparator, thousandsSeparator }),
      parts: { cultureInfo },
    });
  }

  #workbook(batch: OfficeBatch): object {
    const model = this.#model;
    const names = () => Object.entries(model.spec.names ?? {});
    return officeObject(batch, {
      fields: async () => ({ name: 'book.xlsx', use1904DateSystem: model.spec.has1904Dates ?? false }),
      parts: {
        worksheets: this.#worksheets(batch),
        names: officeObject(batch, {
          items: async () => names().map(([name, refers]) => this.#name(batch, name, refers)),
        }),
      },
    });
  }

  #worksheets(batch: OfficeBatch): object {
    const handlers = Object.fromEntries(
      eventNames.map((name) => [name, { add: (hear: Hear) => this.#add(name, hear) }]),
    );
    return officeObject(batch, {
      items: async () => this.#model.spec.sheets.map(({ name }) => this.#sheet(batch, name)),
      parts: {
        ...handlers,
        getItem: (name: string) => this.#sheet(batch, name),
        add: (name: string) => batch.add(async () => this.#model.apply({ addSheet: name })),
      },
    });
  }

  #name(batch: OfficeBatch, name: string, refers: string): object {
    const [sheet, area] = splitCell(refers.replaceAll('$', ''));
    return officeObject(batch, {
      fields: async () => ({ name, formula: `=${refers}`, visible: true }),
      parts: { getRangeOrNullObject: () => this.#range(batch, sheet, async () => areaOf(area)) },
    });
  }

  #specOf(name: string): SheetSpec {
    const found = this.#model.spec.sheets.find((sheet) => sheet.name === name);
    if (!found) throw officeError('ItemNotFound');
    return found;
  }

  #sheet(batch: OfficeBatch, name: string): object {
    const whole = { top: 1, left: 1, bottom: 1_048_576, right: 16_384 };
    const by = (area: () => Promise<CellArea | undefined>) => this.#range(batch, name, area);
    return officeObject(batch, {
      fields: async () => ({ name, visibility: this.#specOf(name).isHidden ? 'Hidden' : 'Visible' }),
      parts: {
        getRange: (address?: string) => by(async () => (address === undefined ? whole : areaNamed(address))),
        getRangeByIndexes: (row: number, column: number, rows: number, columns: number) =>
          by(async () => ({ top: row + 1, left: column + 1, bottom: row + rows, right: column + columns })),
        getUsedRangeOrNullObject: () => by(() => this.#model.usedRange(name)),
        names: officeObject(batch, {
          items: async () => {
            if (this.charts.has(name)) throw officeError('UnsupportedSheet');
            return Object.entries(this.#specOf(name).names ?? {}).map(([one, refers]) =>
              this.#name(batch, one, refers),
            );
          },
        }),
        delete: () => batch.add(async () => this.#model.apply({ deleteSheet: name })),
      },
    });
  }

  #range(batch: OfficeBatch, sheet: string, area: () => Promise<CellArea | undefined>): object {
    const areas = (found: () => Promise<string[]>) => this.#areas(batch, sheet, found);
    const visible = async () => visibleAreas(this.#specOf(sheet), await area());
    const lists = async () => (this.#specOf(sheet).lists ?? []).map((list) => list.area);
    return officeObject(batch, {
      fields: () => this.#rangeFields(sheet, area),
      parts: {
        worksheet: this.#plainSheet(batch, sheet),
        dataValidation: this.#validation(batch, sheet, area),
        getSpecialCellsOrNullObject: (kind: string) => areas(kind === 'Visible' ? visible : lists),
        getMergedAreasOrNullObject: () => areas(async () => [...(this.#specOf(sheet).merges ?? [])]),
      },
      set: async (name, value) => this.#write(sheet, await area(), { name, value }),
    });
  }

  #plainSheet(batch: OfficeBatch, name: string): object {
    return officeObject(batch, { fields: async () => ({ name }) });
  }

  #areas(batch: OfficeBatch, sheet: string, found: () => Promise<string[]>): object {
    const one = (text: string) => this.#range(batch, sheet, async () => areaOf(text));
    return officeObject(batch, {
      fields: async () => ((await found()).length === 0 ? null : {}),
      parts: { areas: officeObject(batch, { items: async () => (await found()).map(one) }) },
    });
  }

  #validation(batch: OfficeBatch, sheet: string, area: () => Promise<CellArea | undefined>): object {
    return officeObject(batch, {
      fields: async () => {
        const list = listOver(this.#specOf(sheet), (await area()) ?? { top: 1, left: 1, bottom: 1, right: 1 });
        if (!list) return { type: 'None', rule: {}, ignoreBlanks: true };
        const { source, allowsBlank = false } = list;
        const told = source.startsWith('"') ? source.slice(1, -1) : `=${source}`;
        return { type: 'List', rule: { list: { source: told } }, ignoreBlanks: allowsBlank };
      },
    });
  }

  async #rangeFields(sheet: string, find: () => Promise<CellArea | undefined>) {
    const spec = this.#specOf(sheet);
    if (this.charts.has(sheet)) throw officeError('UnsupportedSheet');
    const area = await find();
    if (!area) return null;
    const { top, left, bottom, right } = area;
    const model = this.#model;
    const place = {
      rowIndex: top - 1,
      columnIndex: left - 1,
      rowCount: bottom - top + 1,
      columnCount: right - left + 1,
    };
    const address = `${sheet}!${areaName(area)}`;
    if (place.rowCount > 100_000) return { ...place, address };
    this.largestRead = Math.max(this.largestRead, place.rowCount * place.columnCount);
    const shown = (await this.#model.shown()).get(sheet);
    const grid = <T>(of: (address: string) => T): T[][] =>
      Array.from({ length: place.rowCount }, (_, n) =>
        Array.from({ length: place.columnCount }, (__, m) => of(cellName(top + n, left + m))),
      );
    return {
      ...place,
      address,
      get values() {
        return grid((at) => plain(shown?.get(at)?.value ?? ''));
      },
      get text() {
        return grid((at) => shown?.get(at)?.text ?? '');
      },
      get valueTypes() {
        return grid((at) => (typeof shown?.get(at)?.value === 'object' ? 'Error' : 'Other'));
      },
      get formulas() {
        return grid((at) => model.formulaOf(sheet, at) ?? plain(shown?.get(at)?.value ?? ''));
      },
      get numberFormat() {
        return grid((at) => dressed(spec.cells[at]).format ?? 'General');
      },
    };
  }

  #write(sheet: string, area: CellArea | undefined, { name, value }: { name: string; value: unknown }): void {
    if (!area) throw officeError('ItemNotFound');
    const rows: unknown[][] = Array.isArray(value) ? value : [];
    const cell = `${sheet}!${cellName(area.top, area.left)}`;
    if (name === 'numberFormat') this.#model.apply({ format: cell, as: String(rows[0]?.[0]) });
    else if (rows.length === 1 && rows[0]?.length === 1) this.#model.apply({ set: cell, to: typed(rows[0][0]) });
    else this.#model.apply({ paste: cell, block: rows.map((row) => row.map(typed)) });
  }

  #add(name: string, hear: Hear) {
    const hearers = this.#hearers.get(name) ?? new Set();
    this.#hearers.set(name, hearers.add(hear));
    return { remove: () => hearers.delete(hear) };
  }

  #tell(edit: Edit): void {
    for (const [name, changeType] of eventsOf(edit)) {
      for (const hear of this.#hearers.get(name) ?? []) void hear({ changeType });
    }
  }
}
