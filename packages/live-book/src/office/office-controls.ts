import { limits } from '@sheetwire/contract/limits';
import { areaOf, sizeOf } from '../cell-names.ts';
import { choicesOfCells, kindOfCell, literalChoices } from '../control-kind.ts';
import { listCells, namesOfBook, sharedArea } from '../list-source.ts';
import type { BookControl, BookValidation, Choice } from '../live-book.ts';
import type { OfficeContext, OfficeRange, OfficeSheet } from './office-api.ts';
import { addressesOf, bareAddress, cellsOfRange, namesOfCells, ofCells, rangeOf, usedOf } from './office-cells.ts';

/** Names that make a cell a control, list or not. */
const namedControl = 'CTL_';

interface ListedArea extends BookValidation {
  readonly allowsBlank: boolean;
}

/** The lists of a sheet, area by area. */
export function listsOf(context: OfficeContext, sheet: OfficeSheet): Promise<ListedArea[]> {
  return ofCells(() => listsIn(context, sheet), []);
}

async function listsIn(context: OfficeContext, sheet: OfficeSheet): Promise<ListedArea[]> {
  const found = sheet.getRange().getSpecialCellsOrNullObject('DataValidations');
  found.load('areas/items/address');
  await context.sync();
  const areas = addressesOf(found).slice(0, limits.workbook.entries.ranges);
  const validations = areas.map((area) => {
    const validation = sheet.getRange(area).dataValidation;
    validation.load('type,rule,ignoreBlanks');
    return { area, validation };
  });
  await context.sync();
  return validations.flatMap(({ area, validation: { type, rule, ignoreBlanks } }) => {
    const source = rule.list?.source;
    return type === 'List' && typeof source === 'string' ? [{ areas: area, source, allowsBlank: ignoreBlanks }] : [];
  });
}

/** The cells of lists, and those that a name beginning with CTL_ stands for. */
export async function controlsOf(context: OfficeContext): Promise<BookControl[]> {
  const { worksheets, names } = context.workbook;
  worksheets.load('items/name');
  names.load('items/name,items/formula');
  await context.sync();
  const book: ListedBook = {
    context,
    sheets: worksheets.items,
    names: namesOfBook(names.items.map(({ name, formula }) => ({ name, refers: String(formula) }))),
  };
  const listed: BookControl[] = [];
  for (const sheet of worksheets.items) {
    for (const list of await listsOf(context, sheet)) listed.push(...(await controlsOfList(book, sheet, list)));
  }
  const named = await namedControls(context, listed);
  const isNamed = (one: BookControl) =>
    named.some((other) => other.sheet === one.sheet && other.address === one.address);
  return [...named, ...listed.filter((one) => !isNamed(one))];
}

/** A workbook whose sheets and names were loaded. */
interface ListedBook {
  readonly context: OfficeContext;
  readonly sheets: readonly OfficeSheet[];
  readonly names: ReadonlyMap<string, string>;
}

async function controlsOfList(book: ListedBook, sheet: OfficeSheet, list: ListedArea): Promise<BookControl[]> {
  const choices = await choicesOf(book, sheet, list.source);
  const area = areaOf(list.areas);
  const { allowsBlank } = list;
  const addresses = area ? namesOfCells(area, limits.workbook.entries.controls) : [];
  return addresses.map((address) => ({ sheet: sheet.name, address, kind: 'list', choices, allowsBlank }));
}

/** None where the list is worked out by a formula, stands in no sheet that is there, or is too long to be a list. */
async function choicesOf({ context, sheets, names }: ListedBook, own: OfficeSheet, source: string): Promise<Choice[]> {
  if (!source.startsWith('=')) return literalChoices(source);
  const cells = listCells(source, names);
  const wanted = cells?.sheet?.toLowerCase();
  const from = wanted === undefined ? own : sheets.find(({ name }) => name.toLowerCase() === wanted);
  const used = cells && from && (await usedOf(context, from));
  const area = used && sharedArea(cells.area, used);
  if (!area || sizeOf(area) > limits.liveBook.read) return [];
  const range = rangeOf(from, area);
  range.load('values,text,valueTypes');
  await context.sync();
  const { values, texts } = cellsOfRange(range);
  return choicesOfCells(
    values
      .flatMap((row, n) => row.map((value, m) => ({ value, text: texts[n]?.[m] ?? '' })))
      .filter(({ text }) => text !== ''),
  );
}

async function namedControls(context: OfficeContext, listed: readonly BookControl[]): Promise<BookControl[]> {
  const { names } = context.workbook;
  names.load('items/name');
  await context.sync();
  const found = names.items
    .filter(({ name }) => name.toUpperCase().startsWith(namedControl))
    .map((item) => ({ name: item.name, range: item.getRangeOrNullObject() }));
  for (const { range } of found) range.load('address,values,text,valueTypes,numberFormat,worksheet/name');
  await context.sync();
  return found.filter(({ range }) => !range.isNullObject).map(({ name, range }) => namedControlOf(name, range, listed));
}

function namedControlOf(name: string, range: OfficeRange, listed: readonly BookControl[]): BookControl {
  const sheet = range.worksheet.name;
  const [address = ''] = bareAddress(range.address).split(':');
  const same = listed.find((control) => control.sheet === sheet && control.address === address);
  const value = cellsOfRange(range).values[0]?.[0] ?? null;
  const kind = kindOfCell(value, String(range.numberFormat?.[0]?.[0] ?? ''));
  return { ...(same ?? { sheet, address, kind }), name };
}
