import { controlPrefixes } from '@sheetwire/rules/control';
import { placeOf } from '../cell-names.ts';
import type { BookControl, LiveBook } from '../live-book.ts';

/** What viewers see is not the workbook as it is: what they enter by the place of a cell may be meant for another one. */
export class NotPublished extends Error {
  override readonly name = 'NotPublished';

  constructor() {
    super('The workbook is being published');
  }
}

interface Wanted {
  readonly name: string;
  /** The sheets of the workbook that viewers see; undefined while nobody knows. */
  readonly published: readonly string[] | undefined;
}

/**
 * The cell of an entry, by the workbook's own name or by the name that the portal gives it. The latter tells a place, which is
 * that of the workbook as it was published: throws NotPublished where it is another by now.
 */
export async function findControl(book: LiveBook, { name, published }: Wanted): Promise<BookControl | undefined> {
  const wanted = name.toLowerCase();
  const controls = await book.controls();
  const named = controls.find((control) => control.name?.toLowerCase() === wanted);
  if (named) return named;
  const sheets = (await book.sheets()).map((sheet) => sheet.name);
  if (JSON.stringify(sheets) !== JSON.stringify(published)) throw new NotPublished();
  const prefixes = controlPrefixes(sheets);
  const found = controls.filter(({ sheet, address }) => `${prefixes.get(sheet)}.${address}`.toLowerCase() === wanted);
  if (found.length === 0) return checkboxAt(book, wanted, prefixes);
  return found.length === 1 ? found[0] : undefined;
}

/**
 * A cell with a truth value: one without a list and without a name is offered where its look is a checkbox, which no program
 * tells; what the portal did not offer it does not hand over.
 */
async function checkboxAt(
  book: LiveBook,
  wanted: string,
  prefixes: ReadonlyMap<string, string>,
): Promise<BookControl | undefined> {
  const at = wanted.lastIndexOf('.');
  const address = wanted.slice(at + 1).toUpperCase();
  const place = placeOf(address);
  const found = [...prefixes].filter(([, prefix]) => prefix.toLowerCase() === wanted.slice(0, at));
  const [sheet] = found[0] ?? [];
  if (!place || sheet === undefined || found.length > 1) return undefined;
  const { row, column } = place;
  const { values } = await book.read(sheet, { top: row, left: column, bottom: row, right: column });
  return typeof values[0]?.[0] === 'boolean' ? { sheet, address, kind: 'checkbox' } : undefined;
}
