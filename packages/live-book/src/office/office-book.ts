import { limits } from '@sheetwire/contract/limits';
import { partsOf } from '../cell-names.ts';
import { BookBusy, type CellEntry, CellLocked, FORMULA, type Hint, type LiveBook, PROTECTED } from '../live-book.ts';
import type {
  OfficeApplication,
  OfficeContext,
  OfficeEvent,
  OfficeHost,
  OfficeSheet,
  OfficeSheets,
} from './office-api.ts';
import {
  addressesOf,
  cellsOfRange,
  codeOf,
  formatsText,
  namesIn,
  namesOfSheets,
  ofCells,
  rangeOf,
  usedOf,
} from './office-cells.ts';
import { choicesOf } from './office-choices.ts';
import { controlsOf, listsOf } from './office-controls.ts';
import { copyOf } from './office-copy.ts';

/**
 * What Excel throws while a cell is edited, while another workbook has its attention, for a sheet that went meanwhile, and
 * where its service cannot just now: it is asked again.
 */
const PASSING: ReadonlySet<string> = new Set([
  ...['InvalidOperationInCellEditMode', 'InactiveWorkbook', 'ItemNotFound', 'HostIsBusy'],
  ...['ActivityLimitReached', 'Conflict', 'RequestAborted', 'ServiceNotAvailable'],
]);

/** The workbook that an add-in for Excel runs in. */
export async function openOfficeBook(host: OfficeHost): Promise<LiveBook> {
  const book = new OfficeBook(host);
  await book.listen();
  return book;
}

function isUsEnglish({ cultureInfo, decimalSeparator, thousandsSeparator }: OfficeApplication): boolean {
  return cultureInfo.name === 'en-US' && decimalSeparator === '.' && thousandsSeparator === ',';
}

class OfficeBook implements LiveBook {
  readonly #host: OfficeHost;
  readonly #hearers = new Set<(hint: Hint) => void>();
  #forget: (() => void)[] = [];

  constructor(host: OfficeHost) {
    this.#host = host;
  }

  /** Hears what this version of Excel tells of. */
  async listen(): Promise<void> {
    await this.#run(async (context) => {
      const { worksheets } = context.workbook;
      for (const [name, hint] of events) {
        const added = worksheets[name]?.add(async (event) => this.#tell(hint(event)));
        if (added) this.#forget.push(() => added.remove());
      }
      await context.sync();
    });
  }

  facts() {
    return this.#run(async (context) => {
      const { application, workbook } = context;
      workbook.load('name,use1904DateSystem');
      application.load('decimalSeparator,thousandsSeparator');
      application.cultureInfo.load('name');
      await context.sync();
      return {
        title: workbook.name,
        has1904Dates: workbook.use1904DateSystem,
        isInUsEnglish: isUsEnglish(application),
      };
    });
  }

  sheets() {
    return this.#run(async (context) => {
      const { worksheets } = context.workbook;
      worksheets.load('items/name,items/visibility');
      await context.sync();
      return worksheets.items.map(({ name, visibility }) => ({ name, isHidden: visibility !== 'Visible' }));
    });
  }

  usedRange(sheet: string) {
    return this.#run((context) => ofCells(() => usedOf(context, sheetOf(context, sheet)), undefined));
  }

  read(sheet: string, area: Parameters<LiveBook['read']>[1]) {
    return this.#run(async (context) => {
      const range = rangeOf(sheetOf(context, sheet), area);
      range.load('values,text,valueTypes');
      await context.sync();
      return cellsOfRange(range);
    });
  }

  /** Formats, and what is merged and visible. Colors are not read: Excel tells when they change. */
  look(name: string) {
    return this.#run(async (context) => {
      const sheet = sheetOf(context, name);
      const area = await ofCells(() => usedOf(context, sheet), undefined);
      if (!area) return '';
      const used = rangeOf(sheet, area);
      const visible = used.getSpecialCellsOrNullObject('Visible');
      const merged = used.getMergedAreasOrNullObject();
      for (const areas of [visible, merged]) areas.load('areas/items/address');
      const looks: string[] = [];
      for (const part of partsOf(area, limits.liveBook.read)) {
        const range = rangeOf(sheet, part);
        range.load('numberFormat');
        await context.sync();
        looks.push(formatsText(part, range.numberFormat));
      }
      return JSON.stringify([looks, addressesOf(visible), addressesOf(merged)]);
    });
  }

  names() {
    return this.#run(async (context) => {
      const { names, worksheets } = context.workbook;
      names.load('items/name,items/formula');
      worksheets.load('items/name');
      await context.sync();
      return [...namesIn(names), ...(await namesOfSheets(context, worksheets.items))];
    });
  }

  validations(sheet: string) {
    return this.#run((context) => listsOf(context, sheetOf(context, sheet)));
  }

  controls() {
    return this.#run(controlsOf);
  }

  choices(control: Parameters<LiveBook['choices']>[0]) {
    return this.#run((context) => choicesOf(context, control));
  }

  async write({ sheet, address }: Parameters<LiveBook['write']>[0], entry: CellEntry): Promise<void> {
    try {
      await this.#run(async (context) => {
        const cell = sheetOf(context, sheet).getRange(address);
        cell.load('values,formulas');
        await context.sync();
        const [formula, value] = [cell.formulas?.[0]?.[0], cell.values?.[0]?.[0]];
        // Of a text that looks like a formula Excel tells the text in both.
        if (typeof formula === 'string' && formula.startsWith('=') && formula !== value) throw new CellLocked(FORMULA);
        cell.values = [[written(entry)]];
        await context.sync();
      });
    } catch (fault) {
      throw codeOf(fault) === 'AccessDenied' ? new CellLocked(PROTECTED) : fault;
    }
  }

  onChange(hear: (hint: Hint) => void): () => void {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  }

  copy() {
    return copyOf(this.#host);
  }

  async close(): Promise<void> {
    for (const forget of this.#forget) forget();
    this.#forget = [];
    this.#hearers.clear();
  }

  #tell(hint: Hint): void {
    for (const hear of this.#hearers) hear(hint);
  }

  async #run<T>(work: (context: OfficeContext) => Promise<T>): Promise<T> {
    try {
      return await this.#host.run(work);
    } catch (fault) {
      throw PASSING.has(codeOf(fault)) ? new BookBusy() : fault;
    }
  }
}

const asStructure = (): Hint => 'structure';
const asValues = (): Hint => 'values';
const asTold = ({ changeType }: OfficeEvent): Hint => (changeType === 'RangeEdited' ? 'values' : 'structure');

type EventName = Exclude<Extract<keyof OfficeSheets, `on${string}`>, undefined>;
const events: readonly (readonly [EventName, (event: OfficeEvent) => Hint])[] = [
  ['onChanged', asTold],
  ['onCalculated', asValues],
  ['onRowSorted', asStructure],
  ['onFormatChanged', asStructure],
  ['onRowHiddenChanged', asStructure],
  ['onAdded', asStructure],
  ['onDeleted', asStructure],
  ['onMoved', asStructure],
  ['onNameChanged', asStructure],
  ['onVisibilityChanged', asStructure],
];

function sheetOf(context: OfficeContext, name: string): OfficeSheet {
  return context.workbook.worksheets.getItem(name);
}

/** Excel takes for a formula, a number or a day what looks like one: the apostrophe makes it text. */
function written(entry: CellEntry): string | number | boolean {
  switch (entry.kind) {
    case 'text':
      return `'${entry.text}`;
    case 'number':
      return entry.number;
    case 'boolean':
      return entry.is;
    case 'empty':
      return '';
  }
}
