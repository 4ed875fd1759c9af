import { limits } from '@sheetwire/contract/limits';
import { areaOf } from '../cell-names.ts';
import { choicesOfCells, kindOfCell, literalChoices } from '../control-kind.ts';
import type { BookControl, BookValidation, Choice } from '../live-book.ts';
import type { OfficeContext, OfficeRange, OfficeSheet } from './office-api.ts';
import { addressesOf, bareAddress, cellsOfRange, namesOfCells } from './office-cells.ts';

/** Names that make a cell a control, list or not. */
const namedControl = 'CTL_';

interface ListedArea extends BookValidation {
  readonly allowsBlank: boolean;
}

/** The lists of a sheet, area by area. */
export async function listsOf(context: OfficeContext, sheet: OfficeSheet): Promise<ListedArea[]> {
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
  const { worksheets } = context.workbook;
  worksheets.load('items/name');
  await context.sync();
  const listed: BookControl[] = [];
  for (const sheet of worksheets.items) {
    for (const list of await listsOf(context, sheet)) listed.push(...(await controlsOfList(context, sheet, list)));
  }
  const named = await namedControls(context, listed);
  const isNamed = (one: BookControl) =>
    named.some((other) => other.sheet === one.sheet && other.address === one.address);
  return [...named, ...listed.filter((one) => !isNamed(one))];
}

async function controlsOfList(context: OfficeContext, sheet: OfficeSheet, list: ListedArea): Promise<BookControl[]> {
  const choices = await choicesOf(context, sheet, list.source);
  const area = areaOf(list.areas);
  const { allowsBlank } = list;
  const addresses = area ? namesOfCells(area, limits.workbook.entries.controls) : [];
  return addresses.map((address) => ({ sheet: sheet.name, address, kind: 'list', choices, allowsBlank }));
}

async function choicesOf(context: OfficeContext, sheet: OfficeSheet, source: string): Promise<Choice[]> {
  if (!source.startsWith('=')) return literalChoices(source);
  const at = source.lastIndexOf('!');
  const other = source.slice(1, Math.max(1, at)).replaceAll("'", '');
  const from = other === '' ? sheet : context.workbook.worksheets.getItem(other);
  const range = from.getRange(at < 0 ? source.slice(1) : source.slice(at + 1));
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
