import { limits } from '@sheetwire/contract/limits';
import { sizeOf } from '../cell-names.ts';
import { choicesOfCells, literalChoices } from '../control-kind.ts';
import { listCells, sharedArea, sheetOfSource } from '../list-source.ts';
import type { BookControl, BookName, Choice } from '../live-book.ts';
import type { OfficeContext, OfficeSheet } from './office-api.ts';
import { cellsOfRange, namesIn, rangeOf, usedOf } from './office-cells.ts';

/**
 * The entries of one cell's list. None where the list is worked out by a formula, stands in no sheet that is there, or is too
 * long to be a list.
 */
export async function choicesOf(
  context: OfficeContext,
  { sheet, address }: Pick<BookControl, 'sheet' | 'address'>,
): Promise<Choice[]> {
  const { worksheets, names } = context.workbook;
  const own = worksheets.getItem(sheet);
  const { dataValidation } = own.getRange(address);
  dataValidation.load('type,rule');
  worksheets.load('items/name');
  context.workbook.load('use1904DateSystem');
  for (const list of [names, own.names]) list.load('items/name,items/formula');
  await context.sync();
  const source = dataValidation.type === 'List' ? dataValidation.rule.list?.source : undefined;
  if (typeof source !== 'string') return [];
  if (!source.startsWith('=')) return literalChoices(source);
  const known = [
    ...namesIn(names),
    ...namesIn(own.names, sheet),
    ...(await namesBeside(context, { own: sheet, source })),
  ];
  const cells = listCells(source, sheet, known);
  const from = cells && (cells.sheet === undefined ? own : sheetNamed(worksheets.items, cells.sheet));
  const used = from && (await usedOf(context, from));
  const area = used && sharedArea(cells.area, used);
  if (!area || sizeOf(area) > limits.liveBook.read) return [];
  const range = rangeOf(from, area);
  range.load('values,text,valueTypes,numberFormat');
  await context.sync();
  const { use1904DateSystem: has1904Dates } = context.workbook;
  const formatAt = (n: number, m: number) => String(range.numberFormat?.[n]?.[m] ?? '');
  // Excel's own texts are those of its language: viewers are offered those of the portal. The number formats come when they
  // are needed: the pane is small without them.
  const { portalText } = await import('../portal-text.ts');
  const shown = cellsOfRange(range).values.flatMap((row, n) =>
    row.map((value, m) => ({ value, text: portalText(value, { format: formatAt(n, m), has1904Dates }) })),
  );
  return choicesOfCells(shown.filter(({ text }) => text !== ''));
}

/** The names of another sheet that a source asks for, as `=Lists!Sizes` does. */
async function namesBeside(
  context: OfficeContext,
  { own, source }: { readonly own: string; readonly source: string },
): Promise<BookName[]> {
  const other = sheetNamed(context.workbook.worksheets.items, sheetOfSource(source, own));
  if (!other || other.name === own) return [];
  other.names.load('items/name,items/formula');
  await context.sync();
  return namesIn(other.names, other.name);
}

function sheetNamed(sheets: readonly OfficeSheet[], wanted: string): OfficeSheet | undefined {
  return sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
}
