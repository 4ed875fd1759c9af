import { limits } from '@sheetwire/contract/limits';
import { areaOf } from '../cell-names.ts';
import { kindOfCell } from '../control-kind.ts';
import type { BookControl, BookValidation } from '../live-book.ts';
import type { OfficeContext, OfficeRange, OfficeSheet } from './office-api.ts';
import { addressesOf, bareAddress, cellsOfRange, codeOf, namesOfCells, ofCells } from './office-cells.ts';

/** Names that make a cell a control, list or not. */
const namedControl = 'CTL_';

interface ListedArea extends BookValidation {
  readonly sheet: string;
  readonly allowsBlank: boolean;
}

/** The lists of a sheet, area by area. */
export function listsOf(context: OfficeContext, sheet: OfficeSheet): Promise<ListedArea[]> {
  return ofCells(() => listsIn(context, [{ sheet, name: '' }]), []);
}

/** The lists of all sheets at once; one that is a chart refuses what is asked with it, and is left out. */
async function listsOfAll(context: OfficeContext, sheets: readonly OfficeSheet[]): Promise<ListedArea[]> {
  const asked = sheets.map((sheet) => ({ sheet, name: sheet.name }));
  try {
    return await listsIn(context, asked);
  } catch (fault) {
    if (codeOf(fault) !== 'UnsupportedSheet') throw fault;
    const found: ListedArea[] = [];
    for (const one of asked) found.push(...(await ofCells(() => listsIn(context, [one]), [])));
    return found;
  }
}

async function listsIn(
  context: OfficeContext,
  sheets: readonly { readonly sheet: OfficeSheet; readonly name: string }[],
): Promise<ListedArea[]> {
  const found = sheets.map((one) => {
    const areas = one.sheet.getRange().getSpecialCellsOrNullObject('DataValidations');
    areas.load('areas/items/address');
    return { ...one, areas };
  });
  await context.sync();
  const validations = found.flatMap(({ sheet, name, areas }) =>
    addressesOf(areas)
      .slice(0, limits.workbook.entries.ranges)
      .map((area) => {
        const validation = sheet.getRange(area).dataValidation;
        validation.load('type,rule,ignoreBlanks');
        return { name, area, validation };
      }),
  );
  await context.sync();
  return validations.flatMap(({ name, area, validation: { type, rule, ignoreBlanks } }) => {
    const source = rule.list?.source;
    const isList = type === 'List' && typeof source === 'string';
    return isList ? [{ sheet: name, areas: area, source, allowsBlank: ignoreBlanks }] : [];
  });
}

/** The cells of lists, and those that a name beginning with CTL_ stands for. */
export async function controlsOf(context: OfficeContext): Promise<BookControl[]> {
  const { worksheets } = context.workbook;
  worksheets.load('items/name');
  await context.sync();
  const listed = (await listsOfAll(context, worksheets.items)).flatMap(controlsOfList);
  const named = await namedControls(context, listed);
  const isNamed = (one: BookControl) =>
    named.some((other) => other.sheet === one.sheet && other.address === one.address);
  return [...named, ...listed.filter((one) => !isNamed(one))];
}

function controlsOfList({ sheet, areas, allowsBlank }: ListedArea): BookControl[] {
  const area = areaOf(areas);
  const addresses = area ? namesOfCells(area, limits.workbook.entries.controls) : [];
  return addresses.map((address) => ({ sheet, address, kind: 'list', allowsBlank }));
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
